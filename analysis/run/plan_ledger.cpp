#include "analysis/run/plan_ledger.h"

namespace headrace {

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

PlanStore::Remark PlanLedger::remark(std::size_t point, const std::string& job) {
  const std::int64_t index = design_of_(point).index;
  const Ledger::State found = ledger_.state_of(index);
  if (found.state == "failed") return {found.message, {}};
  return {{}, ledger_.limited_by(index, job)};
}

std::vector<PointTask> PlanLedger::tasks_of_sweep(std::vector<PointTask> tasks) const {
  for (PointTask& task : tasks) task.point = design_of_(static_cast<std::size_t>(task.point)).index;
  return tasks;
}

void PlanLedger::store(std::size_t point, FinishedRun run) {
  const SweepPoint design = design_of_(point);
  run.point = design.index;
  run.values.clear();
  for (const SweepParameter& parameter : design.parameters) run.values.push_back(parameter.value);
  ledger_.add({&run, 1});
}

void PlanLedger::add(std::size_t point, const FinishedRun& run) { store(point, run); }

void PlanLedger::add_refused(std::size_t point, const std::string& reason) {
  FinishedRun run;
  run.message = reason;
  store(point, std::move(run));
}

}  // namespace headrace
