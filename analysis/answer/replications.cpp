#include "analysis/answer/replications.h"

#include <algorithm>
#include <iterator>

#include "analysis/statistics/percentiles.h"

namespace headrace {

namespace {

bool finished(const RunResult& run) { return run.outcome.end == RunEnd::finished; }

// The values of one figure over the runs that count.
template <class Figure>
Spread spread_over(std::span<const RunResult> runs, std::size_t job, Figure figure) {
  std::vector<double> values;
  for (const RunResult* run : runs_that_count(runs))
    if (job < run->jobs.size()) values.push_back(figure(run->jobs[job]));
  return spread_of(values);
}

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

// In ms. The greatest of all values has no interval: more runs only make it greater.
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

// Of all runs that count, in place of those of one.
void pool_histograms(std::span<const RunResult> runs, std::size_t job, JobResult& averaged) {
  averaged.step_wait = Histogram();
  if (averaged.inference) averaged.inference->latency = averaged.inference->queue_wait = Histogram();
  if (averaged.probe) averaged.probe->latency = Histogram();
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    const JobResult& one = run->jobs[job];
    averaged.step_wait.merge(one.step_wait);
    if (averaged.inference && one.inference) {
      averaged.inference->latency.merge(one.inference->latency);
      averaged.inference->queue_wait.merge(one.inference->queue_wait);
    }
    if (averaged.probe && one.probe) averaged.probe->latency.merge(one.probe->latency);
  }
}

}  // namespace

std::optional<Spread> pooled_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  const auto* found = std::find_if(std::begin(kPooled), std::end(kPooled), [&](const PooledHistogram& one) {
    return path.starts_with(one.path) && share_of(path.substr(one.path.size()));
  });
  if (found == std::end(kPooled)) return {};
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

JobFigures figures_of(std::span<const RunResult> runs, std::size_t job) {
  JobFigures figures;
  figures.au_percent = spread_over(runs, job, [](const JobResult& j) { return j.au_percent; });
  figures.samples_per_second =
      spread_over(runs, job, [](const JobResult& j) { return j.samples_per_second; });
  figures.mib_per_second = spread_over(runs, job, [](const JobResult& j) { return j.mib_per_second; });
  figures.seconds = spread_over(runs, job, [](const JobResult& j) { return (j.end - j.start).in_seconds(); });
  return figures;
}

JobResult averaged_job(std::span<const RunResult> runs, std::size_t job) {
  JobResult averaged = representative(runs).jobs.at(job);
  if (runs.size() < 2) return averaged;
  const JobFigures figures = figures_of(runs, job);
  averaged.au_percent = figures.au_percent.mean;
  averaged.samples_per_second = figures.samples_per_second.mean;
  averaged.mib_per_second = figures.mib_per_second.mean;
  pool_histograms(runs, job, averaged);
  averaged.au_passes = averaged.au_percent >= averaged.au_threshold_percent;
  return averaged;
}

std::vector<Answer> answers_of(std::span<const RunResult> runs) {
  const RunResult& run = representative(runs);
  std::vector<Answer> answers;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const Spread au = figures_of(runs, job).au_percent;
    answers.push_back(answer_of(averaged_job(runs, job), run.resources, joint_outcome(runs), au));
  }
  return answers;
}

}  // namespace headrace
