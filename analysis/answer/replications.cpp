#include "analysis/answer/replications.h"

#include <algorithm>

#include "analysis/statistics/percentiles.h"
#include "models/jobs/figures.h"

namespace headrace {

namespace {

bool is_finished(const RunResult& run) { return run.outcome.end == RunEnd::finished; }

// Returns milliseconds. The greatest of all values has no interval: more runs only make it greater.
Spread pooled_spread(std::span<const Histogram* const> histograms, double share) {
  constexpr double kMilliseconds = 1e-6;
  std::vector<double> values;
  for (const Histogram* one : histograms)
    values.push_back(kMilliseconds * static_cast<double>(share < 1 ? one->quantile(share) : one->max()));
  Spread spread = spread_of(values);
  spread.mean = spread.low = spread.high = spread.greatest;
  if (share == 1) return spread;
  const Estimate pooled = pooled_quantile(histograms, share);
  spread.mean = kMilliseconds * pooled.value;
  spread.low = kMilliseconds * pooled.low;
  spread.high = kMilliseconds * pooled.high;
  return spread;
}

// Returns null where the figure is no percentile.
const FigureSource* percentile_of(std::string_view path) {
  const FigureRow* const row = find_figure_row(path);
  return row != nullptr && row->source.is_percentile() ? &row->source : nullptr;
}

}  // namespace

bool is_percentile(std::string_view path) { return percentile_of(path) != nullptr; }

std::optional<Spread> pooled_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  const FigureSource* const percentile = percentile_of(path);
  if (percentile == nullptr) return {};
  std::vector<const Histogram*> histograms;
  for (const RunResult* run : runs_that_count(runs)) {
    const Histogram* own = job < run->jobs.size() ? percentile->histogram(run->jobs[job]) : nullptr;
    if (own != nullptr && own->count() > 0) histograms.push_back(own);
  }
  return pooled_over(histograms, path);
}

std::optional<Spread> pooled_over(std::span<const Histogram* const> replications, std::string_view path) {
  const FigureSource* const percentile = percentile_of(path);
  if (percentile == nullptr || replications.size() < 2) return {};
  return pooled_spread(replications, percentile->share);
}

const RunResult& representative(std::span<const RunResult> runs) {
  const auto found = std::find_if(runs.begin(), runs.end(), is_finished);
  return found == runs.end() ? runs.front() : *found;
}

std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs) {
  const bool any_finished = std::any_of(runs.begin(), runs.end(), is_finished);
  std::vector<const RunResult*> counted;
  for (const RunResult& run : runs)
    if (!any_finished || is_finished(run)) counted.push_back(&run);
  return counted;
}

const RunOutcome& joint_outcome(std::span<const RunResult> runs) {
  const auto found = std::find_if_not(runs.begin(), runs.end(), is_finished);
  return found == runs.end() ? runs.front().outcome : found->outcome;
}

}  // namespace headrace
