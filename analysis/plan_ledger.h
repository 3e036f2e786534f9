// PlanLedger: the runs of a plan in a result database, as points of the sweep
// over its axes: a later plan, or `headrace sweep`, finds them there.
#pragma once

#include <string>
#include <vector>

#include "analysis/plan_evaluator.h"
#include "analysis/results/ledger.h"
#include "scenarios/loader/sweep.h"

namespace headrace {

class PlanLedger final : public PlanStore {
 public:
  // `designs`: of each point of the search the point of the sweep.
  PlanLedger(const std::string& path, const Sweep& sweep, std::vector<SweepPoint> designs);

  std::vector<double> figures(std::size_t point, const std::string& metric) override;
  void add(std::size_t point, std::int64_t replication, const RunResult& result) override;

 private:
  std::vector<SweepPoint> designs_;
  Ledger ledger_;
};

}  // namespace headrace
