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
    for (const auto& [group, node] : scenario.platform.nodes) {
      if (group != job.nodes.group) continue;
      entry.nodes = job.nodes.count < 0 ? node.count - job.nodes.first : job.nodes.count;
      entry.ranks =
          entry.nodes * (job.accelerators_per_node < 0 ? node.accelerators : job.accelerators_per_node);
    }
    if (job.probe) {
      entry.model =
          "probe of " + std::string(kProbeOperations[static_cast<std::size_t>(job.probe->operation)]);
      entry.ranks = entry.nodes * job.probe->processes_per_node;
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
    // Division in this order keeps 10^12 files of 10^12 samples within 64 bits as long as the product is.
    const std::int64_t samples = workload.dataset.files * workload.dataset.samples_per_file;
    const std::int64_t per_step = workload.loader.batch_size * std::max<std::int64_t>(entry.ranks, 1);
    entry.steps_per_epoch = samples / per_step;
    if (workload.training.total_training_steps >= 0)
      entry.steps_per_epoch = std::min(entry.steps_per_epoch, workload.training.total_training_steps);
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
