#include "analysis/run/call_work.h"

#include "analysis/run/sweep_work.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

CallPoints::CallPoints(std::string verb, const Scenario& scenario)
    : verb_(std::move(verb)), asked_(scenario), replications_(scenario.measure.replications) {
  if (scenario.arms.empty()) add_arm(scenario);
  for (const Scenario& arm : scenario.arms) add_arm(arm);
}

CallPoints::CallPoints(std::string verb, const Scenario& scenario, std::vector<Scenario> jobs)
    : verb_(std::move(verb)), asked_(scenario), jobs_(std::move(jobs)), replications_(1) {
  for (const Scenario& job : jobs_) points_.push_back({&job, "", job.jobs.front().first, {}});
}

void CallPoints::add_arm(const Scenario& arm) {
  std::vector<std::int64_t> before;
  for (const Scenario& job : arm.alone) {
    before.push_back(size());
    points_.push_back({&job, arm.arm, job.jobs.front().first, {}, true});
  }
  points_.push_back({&arm, arm.arm, "", std::move(before)});
}

PreparedPoint CallPoints::prepare(std::int64_t point) const {
  PreparedPoint prepared;
  prepared.values = {at(point).arm, at(point).alone};
  prepared.scenario = std::shared_ptr<const Scenario>(std::shared_ptr<const Scenario>(), at(point).scenario);
  return prepared;
}

Trace* CallPoints::trace(std::int64_t point, std::int64_t replication) const {
  std::int64_t first = 0;
  while (is_beside(first)) ++first;
  return point == first && replication == 1 ? trace_ : nullptr;
}

std::vector<PointTask> CallPoints::tasks() const {
  std::vector<PointTask> tasks;
  for (std::int64_t replication = 1; replication <= replications_; ++replication)
    for (std::int64_t point = 0; point < size(); ++point)
      if (!is_beside(point)) tasks.push_back({point, replication, {}});
  return tasks;
}

LedgerSweep CallPoints::ledger_sweep(std::string dlio_folder) const {
  LedgerSweep call;
  call.name = asked_.name;
  call.points = size();
  call.axes = {"arm", "alone"};
  call.replications = replications_;
  call.design_text = verb_ + "\n";
  std::string question = call.design_text + program_revision() + "\n";
  for (const Point& point : points_) {
    call.of_points.push_back(provenance_of(*point.scenario));
    question += scenario_hash(*point.scenario) + " " + point.arm + " " + point.alone + "\n";
  }
  call.hash = hash_of_text(question + std::to_string(replications_));
  call.call = LedgerCall{verb_, write_scenario(asked_, true), std::move(dlio_folder)};
  return call;
}

CallKeeper::CallKeeper(const CallPoints& points, Ledger* ledger, AfterRun after)
    : points_(points), ledger_(ledger), after_(std::move(after)) {}

void CallKeeper::keep(std::span<FinishedRun> runs) {
  if (ledger_ != nullptr) ledger_->add(runs);
  for (FinishedRun& run : runs) {
    if (after_) after_(run);
    results_.insert_or_assign({run.point, run.replication}, std::move(*run.result));
  }
}

void CallKeeper::count(WorkState& state) const {
  state.points = points_.size() * points_.replications();
  state.points_over = static_cast<std::int64_t>(results_.size());
}

std::vector<RunResult> CallKeeper::take_results(std::int64_t point) {
  std::vector<RunResult> results;
  for (auto& [key, result] : results_)
    if (key.first == point) results.push_back(std::move(result));
  return results;
}

}  // namespace headrace
