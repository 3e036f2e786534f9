#include "analysis/answer/replications.h"

#include <algorithm>
#include <iterator>

#include "analysis/statistics/percentiles.h"

namespace headrace {

namespace {

bool finished(const RunResult& run) { return run.outcome.end == RunEnd::finished; }

struct PooledHistogram {
  std::string_view path;
  const Histogram* (*of)(const JobResult& job);  // Null: the job has none.
};

constexpr PooledHistogram kPooled[] = {
    {"inference.latency_ms.",
     [](const JobResult& job) { return job.inference ? &job.inference->latency : nullptr; }},
    {"inference.queue_wait_ms.",
     [](const JobResult& job) { return job.inference ? &job.inference->queue_wait : nullptr; }},
    {"probe.latency_ms.", [](const JobResult& job) { return job.probe ? &job.probe->latency : nullptr; }},
};

std::optional<double> share_of(std::string_view statistic) {
  if (statistic == "p50") return 0.5;
  if (statistic == "p90") return 0.9;
  if (statistic == "p99") return 0.99;
  if (statistic == "p999") return 0.999;
  if (statistic == "max") return 1;
  return {};
}

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
const PooledHistogram* histogram_of(std::string_view path) {
  const auto* found = std::find_if(std::begin(kPooled), std::end(kPooled), [&](const PooledHistogram& one) {
    return path.starts_with(one.path) && share_of(path.substr(one.path.size()));
  });
  return found == std::end(kPooled) ? nullptr : found;
}

}  // namespace

bool is_percentile(std::string_view path) { return histogram_of(path) != nullptr; }

std::optional<Spread> pooled_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  const PooledHistogram* const found = histogram_of(path);
  if (found == nullptr) return {};
  std::vector<const Histogram*> histograms;
  for (const RunResult* run : runs_that_count(runs)) {
    const Histogram* own = job < run->jobs.size() ? found->of(run->jobs[job]) : nullptr;
    if (own != nullptr && own->count() > 0) histograms.push_back(own);
  }
  if (histograms.size() < 2) return {};
  return pooled_spread(histograms, *share_of(path.substr(found->path.size())));
}

const RunResult& representative(std::span<const RunResult> runs) {
  const auto found = std::find_if(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front() : *found;
}

std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs) {
  const bool any_finished = std::any_of(runs.begin(), runs.end(), finished);
  std::vector<const RunResult*> counted;
  for (const RunResult& run : runs)
    if (!any_finished || finished(run)) counted.push_back(&run);
  return counted;
}

const RunOutcome& joint_outcome(std::span<const RunResult> runs) {
  const auto found = std::find_if_not(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front().outcome : found->outcome;
}

}  // namespace headrace
