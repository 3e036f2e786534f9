// PlanLedger: the runs of a plan in a result database, as points of the sweep
// over its axes: a later plan, or `headrace sweep`, finds them there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/results/ledger.h"
#include "analysis/run/plan_evaluator.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

class PlanLedger final : public PlanStore {
 public:
  // Gives the point of the sweep for a point of the search.
  using DesignOf = std::function<SweepPoint(std::size_t point)>;

  PlanLedger(const std::string& path, LedgerSweep sweep, DesignOf design_of);

  std::vector<double> figures(std::size_t point, const std::string& metric) override;
  void add(std::size_t point, const FinishedRun& run) override;
  Remark remark(std::size_t point, const std::string& job) override;
  void add_refused(std::size_t point, const std::string& reason) override;

  Ledger& ledger() { return ledger_; }
  const Ledger& ledger() const { return ledger_; }
  // Names the point of the sweep in each task in place of that of the search.
  std::vector<PointTask> tasks_of_sweep(std::vector<PointTask> tasks) const;

 private:
  void store(std::size_t point, FinishedRun run);

  DesignOf design_of_;
  Ledger ledger_;
};

}  // namespace headrace
