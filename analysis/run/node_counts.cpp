#include "analysis/run/node_counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/errors.h"
#include "analysis/run/sweep_work.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

NodeCounts::NodeCounts(Scenario base, std::string file, std::vector<std::string> overrides)
    : base_(std::move(base)), file_(std::move(file)), overrides_(std::move(overrides)) {
  // Runs do not depend on what a sweep or a plan of the same file asks.
  base_.sweep.reset();
  base_.plan.reset();
  for (const auto& [name, job] : base_.jobs) {
    if (job.workload() == nullptr || !job.workload()->training.enabled) continue;
    if (!job_.empty()) throw UsageError("several jobs of " + file_ + " train; --max asks about just one");
    job_ = name;
    group_ = job.nodes.group;
    first_ = job.nodes.first;
    accelerator_ = job.accelerator;
    per_node_ = job.accelerators_per_node;
    threshold_ = 100 * job.workload()->metric.au_threshold;
  }
  if (job_.empty()) throw UsageError("no job of " + file_ + " trains, so that nothing is to be fed");
  for (const auto& [name, group] : base_.platform.nodes) {
    if (name != group_) continue;
    group_count_ = group.count;
    if (per_node_ < 0) per_node_ = group.accelerators;
  }
  per_node_ = std::max<std::int64_t>(per_node_, 1);
}

Assertion NodeCounts::target(double percent) const {
  const std::string metric = "jobs." + job_ + ".au_percent";
  const double bound = percent > 0 ? percent : threshold_;
  return {fmt::format("{} >= {}", metric, bound), metric, ">=", bound};
}

LargestProblem NodeCounts::problem(std::int64_t most_accelerators) const {
  LargestProblem problem;
  problem.high = std::clamp<std::int64_t>(most_accelerators / per_node_, 1, kMost);
  problem.replications = base_.measure.replications;
  // Runs of a single replication count as exact.
  problem.most_replications =
      problem.replications == 1 ? 1 : std::max<std::int64_t>(problem.replications, 16);
  return problem;
}

SweepPoint NodeCounts::point(std::int64_t nodes) const {
  const std::int64_t group = std::max(group_count_, first_ + nodes);
  return {nodes - 1,
          {{"platform.nodes." + group_ + ".count", std::to_string(group)},
           {"jobs." + job_ + ".nodes.count", std::to_string(nodes)}}};
}

ScenarioRead NodeCounts::scenario(std::int64_t nodes) const {
  std::vector<std::string> changes = overrides_;
  for (const SweepParameter& parameter : point(nodes).parameters)
    changes.push_back(parameter.path + "=" + parameter.value);
  return read_scenario_file(file_, changes);
}

LedgerSweep NodeCounts::ledger_sweep() const {
  std::vector<std::string> axes;
  for (const SweepParameter& parameter : point(1).parameters) axes.push_back(parameter.path);
  std::string design =
      axes.back() + "=1.." + std::to_string(kMost) + "\ndesign: as many as a search asks for\n";
  LedgerSweep sweep = planned_sweep(base_, std::move(axes));
  sweep.hash = hash_of_text(write_scenario(base_) + design);
  sweep.design_text = std::move(design);
  sweep.points = kMost;
  return sweep;
}

}  // namespace headrace
