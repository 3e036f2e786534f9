// MachineHours: how many jobs ran and how many nodes were busy, in the mean of each hour of the week.
//
//   hours.add(begin, end, nodes);      // of each job, in any order
//   hours.busy_nodes(3, 14)            // Thursday, 14:00 to 15:00
//
// Sums alone are kept, so that a log of any length takes the same memory. Times are seconds since some
// Monday, 0:00. An hour that the log does not reach has no mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace headrace {

class MachineHours {
 public:
  static constexpr int kDays = 7, kHours = 24;
  // Latest time that is taken, of either sign: 31,000 years, at which seconds are still exact.
  static constexpr double kLatest = 1e12;
  // Span from which on the days of the week are told apart.
  static constexpr double kTwoWeeks = 14.0 * 86'400;

  // Expects begin < end, within kLatest.
  void add(double begin, double end, double nodes);

  std::int64_t jobs() const { return jobs_; }
  double begin() const { return begin_; }
  double end() const { return end_; }
  double span() const { return end_ - begin_; }
  bool has_weekdays() const { return span() >= kTwoWeeks; }

  // Return means over the whole span.
  double running_jobs() const { return span() > 0 ? job_seconds_ / span() : 0; }
  double busy_nodes() const { return span() > 0 ? node_seconds_ / span() : 0; }
  // Return means of an hour: of a weekday, or of all days.
  std::optional<double> running_jobs(int day, int hour) const { return mean(jobs_by_hour_, day, hour); }
  std::optional<double> busy_nodes(int day, int hour) const { return mean(nodes_by_hour_, day, hour); }
  std::optional<double> running_jobs(int hour) const { return mean(jobs_by_hour_, hour); }
  std::optional<double> busy_nodes(int hour) const { return mean(nodes_by_hour_, hour); }

 private:
  using Week = std::array<double, std::size_t{kDays} * kHours>;  // Seconds of the hours, times something.

  static std::size_t place(int day, int hour) {
    return static_cast<std::size_t>(day) * kHours + static_cast<std::size_t>(hour);
  }
  static void spread(Week& week, double begin, double end, double weight);
  Week lasting() const;
  std::optional<double> mean(const Week& sums, int day, int hour) const;
  std::optional<double> mean(const Week& sums, int hour) const;

  Week jobs_by_hour_{}, nodes_by_hour_{};
  std::int64_t jobs_ = 0;
  double begin_ = 0, end_ = 0;
  double job_seconds_ = 0, node_seconds_ = 0;
};

}  // namespace headrace
