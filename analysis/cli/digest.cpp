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
    if (job.work.given().empty()) continue;
    const JobFacts facts = job.facts();
    entry.model = facts.title;
    entry.manner = facts.manner;
    if (job.workload() == nullptr) continue;
    const WorkloadSpec& workload = *job.workload();
    if (!workload.training.enabled) {
      entry.checkpoint_writes = or_zero(workload.checkpoint.writes);
      entry.checkpoint_reads = or_zero(workload.checkpoint.reads);
      continue;
    }
    entry.epochs = workload.training.epochs;
    entry.steps_per_epoch = steps_of_epoch(job, std::max<std::int64_t>(entry.ranks, 1));
  }
  return digests;
}

std::string JobDigest::text() const {
  std::string line = fmt::format("{}: {}, {} on {}", name, model.empty() ? "no workload" : model,
                                 count_noun(ranks, "rank"), count_noun(nodes, "node"));
  if (!manner.empty()) line += ", " + manner;
  if (epochs > 0)
    line +=
        fmt::format(", {} of {} a rank", count_noun(epochs, "epoch"), count_noun(steps_per_epoch, "step"));
  if (checkpoint_writes > 0) line += fmt::format(", {}", count_noun(checkpoint_writes, "checkpoint write"));
  if (checkpoint_reads > 0) line += fmt::format(", {}", count_noun(checkpoint_reads, "checkpoint read"));
  return line;
}

}  // namespace headrace
