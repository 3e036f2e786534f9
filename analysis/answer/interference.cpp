#include "analysis/answer/interference.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/answer/replications.h"
#include "analysis/figures/figures.h"
#include "models/jobs/inference/inference_result.h"

namespace headrace {

namespace {

Duration latency_p99(const JobResult& job) {
  const auto* const inference = job.find<InferenceResult>();
  if (inference == nullptr || inference->latency.count() == 0) return {};
  return Duration::nanoseconds(inference->latency.quantile(0.99));
}

Interference between(const JobResult& together, const JobResult& alone) {
  Interference found;
  found.job = together.name;
  found.together = together.end - together.start;
  found.alone = alone.end - alone.start;
  if (together.kind == JobKind::training) {
    found.au_together = together.au_percent.value_or(0);
    found.au_alone = alone.au_percent.value_or(0);
  }
  found.latency_p99_together = latency_p99(together);
  found.latency_p99_alone = latency_p99(alone);
  return found;
}

}  // namespace

std::vector<Interference> find_interference(const RunResult& together, std::span<const RunResult> alone) {
  std::vector<Interference> all;
  if (together.outcome.end != RunEnd::finished) return all;
  for (const JobResult& job : together.jobs)
    for (const RunResult& run : alone)
      if (run.outcome.end == RunEnd::finished && run.jobs.size() == 1 && run.jobs[0].name == job.name)
        all.push_back(between(job, run.jobs[0]));
  return all;
}

std::string interference_sentence(std::span<const RunResult> runs) {
  std::string text;
  for (const Interference& measured : representative(runs).interference) {
    const auto& jobs = representative(runs).jobs;
    const auto job = std::find_if(jobs.begin(), jobs.end(),
                                  [&](const JobResult& result) { return result.name == measured.job; });
    const Spread ratio =
        figure_over(runs, static_cast<std::size_t>(job - jobs.begin()), "interference.time_ratio");
    text += text.empty() ? fmt::format("{} takes {:.2f} times as long as alone", measured.job, ratio.mean)
                         : fmt::format(", {} {:.2f} times", measured.job, ratio.mean);
  }
  return text;
}

}  // namespace headrace
