#include "scenarios/loader/job_logs/machine_hours.h"

#include <algorithm>
#include <cmath>

namespace headrace {
namespace {

constexpr double kHour = 3600, kWeek = 7 * 24 * kHour;

}  // namespace

// Adds the seconds of a span to the hours of the week that it lies in: whole weeks at once, then the rest
// hour by hour.
void MachineHours::spread(Week& week, double begin, double end, double weight) {
  const double weeks = std::floor((end - begin) / kWeek);
  for (double& hour : week) hour += weeks * kHour * weight;
  double at = begin + weeks * kWeek;
  while (at < end) {
    const double next = std::min(end, (std::floor(at / kHour) + 1) * kHour);
    const double in_week = at - std::floor(at / kWeek) * kWeek;
    const auto hour = std::min(static_cast<std::size_t>(in_week / kHour), week.size() - 1);
    week[hour] += (next - at) * weight;
    at = next;
  }
}

void MachineHours::add(double begin, double end, double nodes) {
  begin_ = jobs_ == 0 ? begin : std::min(begin_, begin);
  end_ = jobs_ == 0 ? end : std::max(end_, end);
  ++jobs_;
  job_seconds_ += end - begin;
  node_seconds_ += (end - begin) * nodes;
  spread(jobs_by_hour_, begin, end, 1);
  spread(nodes_by_hour_, begin, end, nodes);
}

// Returns how many seconds of each hour of the week lie in the span of the log.
MachineHours::Week MachineHours::lasting() const {
  Week seconds{};
  spread(seconds, begin_, end_, 1);
  return seconds;
}

std::optional<double> MachineHours::mean(const Week& sums, int day, int hour) const {
  const double seconds = lasting()[place(day, hour)];
  return seconds > 0 ? std::optional(sums[place(day, hour)] / seconds) : std::nullopt;
}

std::optional<double> MachineHours::mean(const Week& sums, int hour) const {
  const Week lasting_of = lasting();
  double sum = 0, seconds = 0;
  for (int day = 0; day < kDays; ++day) {
    sum += sums[place(day, hour)];
    seconds += lasting_of[place(day, hour)];
  }
  return seconds > 0 ? std::optional(sum / seconds) : std::nullopt;
}

}  // namespace headrace
