// AcceleratorCounts: a scenario with each number of accelerators for the job that trains, and where their
// runs are kept.
//
//   AcceleratorCounts counts(base, "first_run.yaml", overrides, Raised::nodes);
//   counts.scenario(12);   // Twelve nodes, or twelve accelerators on each of the nodes that it has.
//
// The count is of nodes, or of accelerators on each node of a set that stays: the ranks
// share its cores, memory and links then. In a result database the counts are a sweep of that number, and of
// the group where it is too small for them: a count is the same point whatever is asked. The data set stays
// unless `keep_epochs` was called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/planning/largest.h"
#include "analysis/results/ledger.h"
#include "scenarios/loader/scenario.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

enum class Raised : std::uint8_t { nodes, accelerators_per_node };

class AcceleratorCounts {
 public:
  static constexpr std::int64_t kMost = 1 << 20;

  // Throws UsageError unless just one job trains. `file` is read again with the overrides for each count.
  AcceleratorCounts(Scenario base, std::string file, std::vector<std::string> overrides, Raised raised);

  // Gives each count a data set of its own, where the job has DLIO's configuration. Up to the scenario's own
  // count an accelerator has as many samples as there; above it the data set stays, or grows so that an epoch
  // keeps `least_steps` steps, or the scenario's where those are fewer: none is longer than the scenario's.
  // Call it before anything else.
  void keep_epochs(std::int64_t least_steps) { least_steps_ = least_steps; }

  const std::string& job() const { return job_; }
  const std::string& accelerator() const { return accelerator_; }
  Raised raised() const { return raised_; }
  // Returns the nodes of the job where they stay, or its accelerators on each node: a count times that is how
  // many accelerators it has.
  std::int64_t each() const { return raised_ == Raised::nodes ? per_node_ : nodes_; }
  // Demands that the job's AU reaches its benchmark's threshold, or `percent` where that is above 0.
  Assertion target(double percent) const;

  LargestProblem problem(std::int64_t most_accelerators) const;

  SweepPoint point(std::int64_t count) const;
  static std::int64_t count_of(std::int64_t point) { return point + 1; }
  // Returns the accelerators on each node, or the nodes, that the scenario itself has.
  std::int64_t own_count() const { return raised_ == Raised::nodes ? nodes_ : per_node_; }
  // Reads the scenario of a count. There is none where the loaders of a node hold more than its memory.
  ScenarioRead scenario(std::int64_t count) const;
  LedgerSweep ledger_sweep() const;

 private:
  std::int64_t files_of(std::int64_t count) const;

  Scenario base_;
  std::string file_;
  std::vector<std::string> overrides_;
  std::string job_, group_, accelerator_;
  Raised raised_;
  std::int64_t first_ = 0, per_node_ = 1, nodes_ = 1, group_count_ = 0, group_accelerators_ = 0;
  std::int64_t files_ = 0, samples_per_file_ = 1, samples_of_replica_ = 1, ranks_of_replica_ = 1;
  std::int64_t least_steps_ = 0;  // Of an epoch; 0: the data set stays.
  double threshold_ = 0;
};

}  // namespace headrace
