// LargestCounts: how many accelerators a row's nodes could feed by prediction, beside what was submitted.
//
//   if (is_near_threshold(row, 90)) counts.push_back({row, 90, …});
//   score_counts(counts)[0].enough;   // Rows predicted at nine tenths of the submitted count or more.
//
// Submitters stop where they pass: a submitted count is a lower bound of what a system feeds, and a close one
// where its AU is just above the threshold. So a prediction below it is wrong, and one above it may be right;
// above twice the count it is worth something only where it says what would limit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/measured/measured_rows.h"

namespace headrace {

// Points of AU above its threshold within which a row's count is near the most that its system feeds.
inline constexpr double kNearThreshold = 3;
// Ratios of predicted to submitted count that are judged.
inline constexpr double kEnough = 0.9, kFarAbove = 2;

// CountedAu: the predicted AU with a number of accelerators on all nodes.
struct CountedAu {
  std::int64_t accelerators = 0;
  std::optional<double> au_percent;  // Absent: the run gave none, or the count was refused.
};

struct LargestCount {
  MeasuredRow row;
  double threshold_percent = 0;  // AU that a submission must reach.
  std::optional<std::int64_t>
      largest;            // Accelerators on all nodes; 0: one a node is too many; absent: stopped.
  bool at_least = false;  // The search ended there with the threshold still met.
  // Limit of the first larger count, or of the largest where the search ended there; may be empty.
  std::string limit;
  std::vector<CountedAu> searched;    // By accelerators.
  std::int64_t runs = 0, reused = 0;  // Simulated, and found in the database.

  // Ratio of predicted to submitted count; nothing where the search was stopped.
  std::optional<double> ratio() const;
  // Says whether something other than the accelerators is named as the limit.
  bool names_limit() const;
};

// CountScore: the rows of a role and a workload whose search came to its end.
struct CountScore {
  RowRole role = RowRole::calibration;
  std::string workload;  // Empty: all of them.
  std::size_t rows = 0;
  std::size_t enough = 0;     // Rows at kEnough of the submitted count or more.
  std::size_t far_above = 0;  // Rows above kFarAbove.
  std::size_t named = 0;      // Rows of those that name a limit.
};

// Says whether a row was measured at or up to kNearThreshold points above a threshold.
bool is_near_threshold(const MeasuredRow& row, double threshold_percent);

// Scores, of each role that there is, all workloads and then each that it has.
std::vector<CountScore> score_counts(std::span<const LargestCount> counts);

}  // namespace headrace
