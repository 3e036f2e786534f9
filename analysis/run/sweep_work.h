// SweepWork: what is open of a sweep, as tasks for a runner, and where its runs go.
//
//   Ledger ledger(path, ledger_sweep(sweep), RowChoice::figures);
//   SweepKeeper keeper(ledger, shard);
//   Runner(SweepPoints(sweep), keeper, options, watch).run(sweep_tasks(sweep, ledger, shard));
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/results/ledger.h"
#include "analysis/run/runner.h"
#include "analysis/run/shard.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

// Tells where a scenario's runs come from, but for when they were made.
Provenance provenance_of(const Scenario& scenario);
// Describes a sweep as the ledger knows it. Where a plan decides which points are run it decides how often,
// too. Of a scenario and axes alone, hash, points and design are for the caller to fill in.
LedgerSweep ledger_sweep(const Sweep& sweep);
LedgerSweep planned_sweep(const Sweep& sweep);
LedgerSweep planned_sweep(const Scenario& base, std::vector<std::string> axes);
// Lists what is left to run of a shard, in the order of the points.
std::vector<PointTask> sweep_tasks(const Sweep& sweep, Ledger& ledger, const Shard& shard);

class SweepKeeper final : public Keeper {
 public:
  SweepKeeper(Ledger& ledger, const Shard& shard) : ledger_(ledger), shard_(shard) {}

  void keep(std::span<FinishedRun> runs) override { ledger_.add(runs); }
  void count(WorkState& state) const override;

 private:
  Ledger& ledger_;
  Shard shard_;
};

}  // namespace headrace
