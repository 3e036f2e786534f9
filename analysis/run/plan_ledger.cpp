#include "analysis/run/plan_ledger.h"

#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

LedgerSweep ledger_sweep_of(const Scenario& base, std::vector<std::string> axes) {
  LedgerSweep own;
  own.name = base.name;
  own.axes = std::move(axes);
  own.replications = 0;  // A plan runs as many as it needs, and may want more the next time.
  own.provenance.resolved_text = write_scenario(base, true);
  own.provenance.fidelity = kFidelities[static_cast<std::size_t>(base.measure.fidelity)];
  own.provenance.revision = program_revision();
  own.provenance.base_hash = scenario_hash(base);
  own.provenance.base_name = base.name;
  return own;
}

LedgerSweep ledger_sweep_of(const Sweep& sweep) {
  std::vector<std::string> axes;
  for (const SweepAxis& axis : sweep.axes()) axes.push_back(axis.path);
  LedgerSweep own = ledger_sweep_of(sweep.base(), std::move(axes));
  own.hash = sweep.hash();
  own.design_text = sweep.design_text();
  own.points = sweep.size();
  return own;
}

PlanLedger::PlanLedger(const std::string& path, LedgerSweep sweep, DesignOf design_of)
    : design_of_(std::move(design_of)), ledger_(path, std::move(sweep), RowChoice::figures) {}

std::vector<double> PlanLedger::figures(std::size_t point, const std::string& metric) {
  const std::int64_t index = design_of_(point).index;
  std::vector<double> values = ledger_.figures(index, metric);
  if (ledger_.is_over(index)) return values;
  // Those of an unfinished point may have gaps, and values do not say of which replication they are.
  const std::set<std::int64_t>& stored = ledger_.replications(index);
  const bool whole = stored.empty() || *stored.rbegin() == static_cast<std::int64_t>(stored.size());
  if (!whole || values.size() != stored.size()) values.clear();
  return values;
}

PlanStore::Remark PlanLedger::remark(std::size_t point) {
  const Ledger::State found = ledger_.state_of(design_of_(point).index);
  if (found.state == "failed") return {found.message, {}};
  return {{}, found.message};
}

void PlanLedger::add(std::size_t point, FinishedRun run) {
  const SweepPoint design = design_of_(point);
  run.point = design.index;
  for (const SweepParameter& parameter : design.parameters) run.values.push_back(parameter.value);
  ledger_.add({&run, 1});
}

void PlanLedger::add(std::size_t point, std::int64_t replication, const RunResult& result,
                     const std::string& limited_by) {
  FinishedRun run;
  run.replication = replication;
  run.result = result;
  run.message = limited_by;
  run.last = result.outcome.end == RunEnd::stalled;
  add(point, std::move(run));
}

void PlanLedger::add_refused(std::size_t point, const std::string& reason) {
  FinishedRun run;
  run.message = reason;
  add(point, std::move(run));
}

}  // namespace headrace
