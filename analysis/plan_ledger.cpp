#include "analysis/plan_ledger.h"

#include <algorithm>

#include "analysis/version.h"

namespace headrace {

namespace {

LedgerSweep ledger_sweep(const Sweep& sweep) {
  LedgerSweep own;
  own.hash = sweep.hash();
  own.name = sweep.name();
  own.design_text = sweep.design_text();
  own.points = sweep.size();
  for (const SweepAxis& axis : sweep.axes()) own.axes.push_back(axis.path);
  own.replications = 0;  // A plan runs as many as it needs, and may want more the next time.
  own.provenance.resolved_text = write_scenario(sweep.base(), true);
  own.provenance.fidelity = kFidelities[static_cast<std::size_t>(sweep.base().measure.fidelity)];
  own.provenance.revision = program_revision();
  own.provenance.base_hash = scenario_hash(sweep.base());
  own.provenance.base_name = sweep.name();
  return own;
}

}  // namespace

PlanLedger::PlanLedger(const std::string& path, const Sweep& sweep, std::vector<SweepPoint> designs)
    : designs_(std::move(designs)), ledger_(path, ledger_sweep(sweep), RowChoice::figures) {}

std::vector<double> PlanLedger::figures(std::size_t point, const std::string& metric) {
  const std::int64_t index = designs_[point].index;
  std::vector<double> values = ledger_.figures(index, metric);
  if (ledger_.is_over(index)) return values;
  // Those of an unfinished point may have gaps, and values do not say of which replication they are.
  const std::set<std::int64_t>& stored = ledger_.replications(index);
  const bool whole = stored.empty() || *stored.rbegin() == static_cast<std::int64_t>(stored.size());
  if (!whole || values.size() != stored.size()) values.clear();
  return values;
}

void PlanLedger::add(std::size_t point, std::int64_t replication, const RunResult& result) {
  FinishedRun run;
  run.point = designs_[point].index;
  for (const SweepParameter& parameter : designs_[point].parameters) run.values.push_back(parameter.value);
  run.replication = replication;
  run.result = result;
  ledger_.add({&run, 1});
}

}  // namespace headrace
