#include "analysis/run/accelerator_counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/errors.h"
#include "analysis/run/sweep_work.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

AcceleratorCounts::AcceleratorCounts(Scenario base, std::string file, std::vector<std::string> overrides,
                                     Raised raised)
    : base_(std::move(base)), file_(std::move(file)), overrides_(std::move(overrides)), raised_(raised) {
  // Runs do not depend on what a sweep or a plan of the same file asks.
  base_.sweep.reset();
  base_.plan.reset();
  for (const auto& [name, job] : base_.jobs) {
    if (job.workload() == nullptr || !job.workload()->training.enabled) continue;
    if (!job_.empty()) throw UsageError("several jobs of " + file_ + " train; --max asks about just one");
    job_ = name;
    group_ = job.nodes.group;
    first_ = job.nodes.first;
    nodes_ = shape_of(job, base_).nodes;
    accelerator_ = job.accelerator;
    per_node_ = job.accelerators_per_node;
    files_ = job.workload()->dataset.files;
    samples_per_file_ = job.workload()->dataset.samples_per_file;
    samples_of_replica_ = samples_of_replica(job);
    ranks_of_replica_ = ranks_of_replica(job);
    threshold_ = 100 * job.workload()->metric.au_threshold;
  }
  if (job_.empty()) throw UsageError("no job of " + file_ + " trains, so that nothing is to be fed");
  for (const auto& [name, group] : base_.platform.nodes) {
    if (name != group_) continue;
    group_count_ = group.count;
    group_accelerators_ = group.accelerators;
    if (per_node_ < 0) per_node_ = group.accelerators;
  }
  per_node_ = std::max<std::int64_t>(per_node_, 1);
}

Assertion AcceleratorCounts::target(double percent) const {
  const std::string metric = "jobs." + job_ + ".au_percent";
  const double bound = percent > 0 ? percent : threshold_;
  return {fmt::format("{} >= {}", metric, bound), metric, ">=", bound};
}

LargestProblem AcceleratorCounts::problem(std::int64_t most_accelerators) const {
  LargestProblem problem;
  problem.high = std::clamp<std::int64_t>(most_accelerators / each(), 1, kMost);
  problem.replications = base_.measure.replications;
  // Runs of a single replication count as exact.
  problem.most_replications =
      problem.replications == 1 ? 1 : std::max<std::int64_t>(problem.replications, 16);
  return problem;
}

SweepPoint AcceleratorCounts::point(std::int64_t count) const {
  const std::string group = "platform.nodes." + group_, job = "jobs." + job_;
  SweepPoint point{count - 1, {}};
  if (raised_ == Raised::nodes)
    point.parameters = {{group + ".count", std::to_string(std::max(group_count_, first_ + count))},
                        {job + ".nodes.count", std::to_string(count)}};
  else
    point.parameters = {{group + ".accelerators", std::to_string(std::max(group_accelerators_, count))},
                        {job + ".accelerators_per_node", std::to_string(count)}};
  if (least_steps_ > 0)
    point.parameters.push_back(
        {job + ".overrides+", fmt::format("++workload.dataset.num_files_train={}", files_of(count))});
  return point;
}

std::int64_t AcceleratorCounts::files_of(std::int64_t count) const {
  const auto divided = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const std::int64_t of_own_epochs = divided(files_ * count, own_count());
  if (count <= own_count()) return of_own_epochs;
  const std::int64_t least =
      divided(least_steps_ * samples_of_replica_ * count * each(), ranks_of_replica_ * samples_per_file_);
  return std::max(files_, std::min(least, of_own_epochs));
}

ScenarioRead AcceleratorCounts::scenario(std::int64_t count) const {
  std::vector<std::string> changes = overrides_;
  for (const SweepParameter& parameter : point(count).parameters)
    changes.push_back(parameter.path + "=" + parameter.value);
  return raised_ == Raised::nodes ? read_scenario_file(file_, changes)
                                  : read_scenario_that_fits(file_, changes);
}

LedgerSweep AcceleratorCounts::ledger_sweep() const {
  std::vector<std::string> axes;
  for (const SweepParameter& parameter : point(1).parameters) axes.push_back(parameter.path);
  std::string design = axes[1] + "=1.." + std::to_string(kMost) + "\ndesign: as many as a search asks for\n";
  if (least_steps_ > 0) design += fmt::format("data set: epochs of {} steps at least\n", least_steps_);
  LedgerSweep sweep = planned_sweep(base_, std::move(axes));
  sweep.hash = hash_of_text(write_scenario(base_) + design);
  sweep.design_text = std::move(design);
  sweep.points = kMost;
  return sweep;
}

}  // namespace headrace
