#include "analysis/cli/digest.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/text.h"

namespace headrace {

namespace {

std::int64_t or_zero(std::int64_t value) { return std::max<std::int64_t>(value, 0); }

}  // namespace

std::vector<JobDigest> digest(const Scenario& scenario) {
  std::vector<JobDigest> digests;
  for (const auto& [name, job] : scenario.jobs) {
    JobDigest& entry = digests.emplace_back();
    entry.name = name;
    const JobShape shape = shape_of(job, scenario);
    entry.nodes = shape.nodes;
    entry.ranks = shape.ranks;
    if (job.probe) {
      entry.model =
          "probe of " + std::string(kProbeOperations[static_cast<std::size_t>(job.probe->operation)]);
    }
    if (job.inference) {
      entry.model = job.inference->model.empty() ? "a model" : job.inference->model;
      entry.inference = kInferenceModes[static_cast<std::size_t>(job.inference->mode)];
    }
    if (!job.workload) continue;
    const auto& workload = *job.workload;
    entry.model = workload.model;
    if (!workload.training.enabled) {
      entry.checkpoint_writes = or_zero(workload.checkpoint.writes);
      entry.checkpoint_reads = or_zero(workload.checkpoint.reads);
      continue;
    }
    entry.epochs = workload.training.epochs;
    entry.steps_per_epoch = steps_of_epoch(workload, std::max<std::int64_t>(entry.ranks, 1));
  }
  return digests;
}

std::string JobDigest::text() const {
  std::string line = fmt::format("{}: {}, {} on {}", name, model.empty() ? "no workload" : model,
                                 count_noun(ranks, "rank"), count_noun(nodes, "node"));
  if (!inference.empty()) line += fmt::format(", {} inference", inference);
  if (epochs > 0)
    line +=
        fmt::format(", {} of {} a rank", count_noun(epochs, "epoch"), count_noun(steps_per_epoch, "step"));
  if (checkpoint_writes > 0) line += fmt::format(", {}", count_noun(checkpoint_writes, "checkpoint write"));
  if (checkpoint_reads > 0) line += fmt::format(", {}", count_noun(checkpoint_reads, "checkpoint read"));
  return line;
}

}  // namespace headrace
