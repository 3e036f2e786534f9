// NodeCounts: a scenario with each number of nodes for the job that trains, and
// where their runs are kept.
//
//   NodeCounts counts(base, "first_run.yaml", overrides);
//   counts.scenario(12);
//
// In a result database they are a sweep of the number of nodes, and of their group
// where it is too small for them: a count is the same point whatever is asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/planning/largest.h"
#include "analysis/results/ledger.h"
#include "scenarios/loader/scenario.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

class NodeCounts {
 public:
  static constexpr std::int64_t kMost = 1 << 20;

  // Throws UsageError unless just one job trains. `file` is read again with the overrides for each count.
  NodeCounts(Scenario base, std::string file, std::vector<std::string> overrides);

  const std::string& job() const { return job_; }
  const std::string& accelerator() const { return accelerator_; }
  std::int64_t accelerators_per_node() const { return per_node_; }
  // Demands that the job's AU reaches its benchmark's threshold, or `percent` where that is above 0.
  Assertion target(double percent) const;

  LargestProblem problem(std::int64_t most_accelerators) const;

  SweepPoint point(std::int64_t nodes) const;
  static std::int64_t nodes_of(std::int64_t point) { return point + 1; }
  ScenarioRead scenario(std::int64_t nodes) const;
  LedgerSweep ledger_sweep() const;

 private:
  Scenario base_;
  std::string file_;
  std::vector<std::string> overrides_;
  std::string job_, group_, accelerator_;
  std::int64_t first_ = 0, per_node_ = 1, group_count_ = 0;
  double threshold_ = 0;
};

}  // namespace headrace
