#include "analysis/answer/largest_counts.h"

#include <algorithm>

#include "analysis/answer/limitation.h"

namespace headrace {

namespace {

void add_score(RowRole role, const std::string& workload, std::span<const LargestCount> counts,
               std::vector<CountScore>& into) {
  CountScore score{role, workload};
  for (const LargestCount& one : counts) {
    const std::optional<double> ratio = one.ratio();
    if (!ratio || one.row.role != role || (!workload.empty() && one.row.workload != workload)) continue;
    ++score.rows;
    score.enough += *ratio >= kEnough ? 1 : 0;
    score.far_above += *ratio > kFarAbove ? 1 : 0;
    score.named += *ratio > kFarAbove && one.names_limit() ? 1 : 0;
  }
  if (score.rows > 0) into.push_back(std::move(score));
}

}  // namespace

std::optional<double> LargestCount::ratio() const {
  if (!largest) return std::nullopt;
  return static_cast<double>(*largest) / static_cast<double>(row.accelerators);
}

bool LargestCount::names_limit() const { return !limit.empty() && limit != kTheAccelerators; }

bool is_near_threshold(const MeasuredRow& row, double threshold_percent) {
  return row.is_measured() && row.au_percent && *row.au_percent >= threshold_percent &&
         *row.au_percent <= threshold_percent + kNearThreshold;
}

std::vector<CountScore> score_counts(std::span<const LargestCount> counts) {
  std::vector<std::string> workloads;
  for (const LargestCount& one : counts)
    if (std::find(workloads.begin(), workloads.end(), one.row.workload) == workloads.end())
      workloads.push_back(one.row.workload);
  std::vector<CountScore> scores;
  for (const RowRole role : {RowRole::calibration, RowRole::validation}) {
    add_score(role, "", counts, scores);
    for (const std::string& workload : workloads) add_score(role, workload, counts, scores);
  }
  return scores;
}

}  // namespace headrace
