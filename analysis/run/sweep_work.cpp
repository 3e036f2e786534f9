#include "analysis/run/sweep_work.h"

#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

Provenance provenance_of(const Scenario& scenario) {
  Provenance provenance;
  provenance.resolved_text = write_scenario(scenario, true);
  provenance.fidelity = kFidelities[static_cast<std::size_t>(scenario.measure.fidelity)];
  provenance.revision = program_revision();
  if (scenario.calibration) provenance.calibration_id = scenario.calibration->id;
  return provenance;
}

LedgerSweep ledger_sweep(const Sweep& sweep) {
  LedgerSweep ledger = planned_sweep(sweep);
  ledger.replications = sweep.spec().precision ? 0 : sweep.base().measure.replications;
  return ledger;
}

LedgerSweep planned_sweep(const Sweep& sweep) {
  std::vector<std::string> axes;
  for (const SweepAxis& axis : sweep.axes()) axes.push_back(axis.path);
  LedgerSweep ledger = planned_sweep(sweep.base(), std::move(axes));
  ledger.name = sweep.name();
  ledger.hash = sweep.hash();
  ledger.design_text = sweep.design_text();
  ledger.points = sweep.size();
  return ledger;
}

LedgerSweep planned_sweep(const Scenario& base, std::vector<std::string> axes) {
  LedgerSweep ledger;
  ledger.name = base.name;
  ledger.axes = std::move(axes);
  ledger.replications = 0;
  ledger.provenance = provenance_of(base);
  ledger.provenance.base_hash = scenario_hash(base);
  ledger.provenance.base_name = base.name;
  return ledger;
}

namespace {

// Returns the fingerprints of a point's replications, in their order.
std::vector<std::uint64_t> fingerprints_of(const Sweep& sweep, std::int64_t point, Database& database) {
  Statement rows = database.prepare(
      "SELECT fingerprint FROM sweep_run JOIN run ON run.id = sweep_run.run WHERE sweep_hash = ? AND point = "
      "?"
      " ORDER BY sweep_run.replication");
  rows.bind(1, sweep.hash());
  rows.bind(2, point);
  std::vector<std::uint64_t> fingerprints;
  while (rows.step()) fingerprints.push_back(std::stoull(rows.text(0), nullptr, 16));
  return fingerprints;
}

}  // namespace

std::vector<PointTask> sweep_tasks(const Sweep& sweep, Ledger& ledger, const Shard& shard) {
  const auto& precision = sweep.spec().precision;
  const std::int64_t replications = sweep.base().measure.replications;
  std::vector<PointTask> tasks;
  for (std::int64_t point = shard.index - 1; point < sweep.size(); point += shard.count) {
    if (ledger.is_over(point)) continue;
    const std::set<std::int64_t>& stored = ledger.replications(point);
    if (precision) {
      tasks.push_back({point, 0, {}});
      if (stored.empty()) continue;
      tasks.back().figures = ledger.figures(point, precision->figure);
      tasks.back().fingerprints = fingerprints_of(sweep, point, ledger.database());
      continue;
    }
    const std::size_t before = tasks.size();
    for (std::int64_t replication = 1; replication <= replications; ++replication)
      if (!stored.contains(replication)) tasks.push_back({point, replication, {}});
    // All are there, of several files that were merged, but nobody said that the point is over.
    if (tasks.size() == before) tasks.push_back({point, replications, {}});
  }
  return tasks;
}

void SweepKeeper::count(WorkState& state) const {
  state.points = 0;
  state.points_over = 0;
  const auto points = static_cast<std::int64_t>(ledger_.points());
  for (std::int64_t point = shard_.index - 1; point < points; point += shard_.count) {
    ++state.points;
    state.points_over += ledger_.is_over(point) ? 1 : 0;
  }
}

}  // namespace headrace
