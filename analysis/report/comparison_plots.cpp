#include "analysis/report/comparison_plots.h"

namespace headrace {

namespace {

std::vector<Cell> row_of(const std::string& arm, const Spread& spread) {
  if (spread.count < 2) return {arm, spread.mean, {}, {}};  // One value has no interval.
  return {arm, spread.mean, spread.low, spread.high};
}

const char* interval_text(std::span<const ArmRuns> arms) {
  for (const ArmRuns& arm : arms)
    if (arm.runs.size() > 1) return " Lines are 95 % intervals over replications.";
  return " One replication has no interval.";
}

Plot merit_of(const JobComparison& job, std::span<const ArmRuns> arms) {
  const bool time = job.merit.path.ends_with("seconds");
  std::string name = job.merit.words.empty() ? (time ? "time" : job.merit.path) : job.merit.words;
  if (job.merit.each) name += " of each accelerator";
  Plot plot{
      "arms-" + plot_word(job.job),
      "Arms: " + job.job,
      std::string(job.merit.less_is_better ? "Less is better." : "More is better.") + interval_text(arms),
      PlotKind::ranges,
      {{"arm", ""}, {name, time ? "s" : ""}, {"low", ""}, {"high", ""}},
      {}};
  for (std::size_t i = 0; i < job.values.size(); ++i)
    if (job.values[i].count > 0) plot.rows.push_back(row_of(arms[i].name, job.values[i]));
  return plot;
}

Plot gains(const Comparison& comparison, std::span<const ArmRuns> arms) {
  Plot plot{
      "arms",
      "Gain over " + arms.front().name,
      "Over all jobs, by their geometric mean; to the right is better." + std::string(interval_text(arms)),
      PlotKind::ranges,
      {{"arm", ""}, {"gain", "%"}, {"low", "%"}, {"high", "%"}},
      {}};
  for (std::size_t i = 0; i < comparison.gains.size(); ++i)
    if (comparison.gains[i].count > 0) plot.rows.push_back(row_of(arms[i].name, comparison.gains[i]));
  return plot;
}

}  // namespace

std::vector<Plot> comparison_plots(const Comparison& comparison, std::span<const ArmRuns> arms) {
  std::vector<Plot> plots = {gains(comparison, arms)};
  for (const JobComparison& job : comparison.jobs) plots.push_back(merit_of(job, arms));
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  return plots;
}

}  // namespace headrace
