#include "analysis/run/call_work.h"

#include <algorithm>

#include "analysis/results/run_reader.h"
#include "analysis/results/stored_call.h"
#include "analysis/run/sweep_work.h"
#include "analysis/version.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

CallPoints::CallPoints(std::string verb, const Scenario& scenario)
    : verb_(std::move(verb)), asked_(&scenario), replications_(scenario.measure.replications) {
  if (scenario.arms.empty()) add_arm(scenario);
  for (const Scenario& arm : scenario.arms) add_arm(arm);
}

CallPoints::CallPoints(std::string verb, const Scenario& scenario, std::vector<Scenario> jobs)
    : verb_(std::move(verb)), asked_(&scenario), jobs_(std::move(jobs)), replications_(1) {
  for (const Scenario& job : jobs_) points_.push_back({&job, "", job.jobs.front().first, {}});
}

CallPoints::CallPoints(std::string verb, std::string asked, std::string text, std::vector<Scenario> scenarios)
    : verb_(std::move(verb)),
      asked_name_(std::move(asked)),
      asked_text_(std::move(text)),
      jobs_(std::move(scenarios)),
      replications_(1) {
  for (const Scenario& one : jobs_) points_.push_back({&one, "", one.name, {}});
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

std::vector<PointTask> CallPoints::all_tasks(const Shard& shard) const {
  std::vector<PointTask> tasks;
  std::int64_t place = 0;
  for (std::int64_t replication = 1; replication <= replications_; ++replication)
    for (std::int64_t point = 0; point < size(); ++point)
      if (!is_beside(point) && place++ % shard.count == shard.index - 1)
        tasks.push_back({point, replication, {}});
  return tasks;
}

// Returns the tasks that are left to do. A run whose trace is wanted runs again, for its trace alone.
std::vector<PointTask> CallPoints::tasks(const Ledger& ledger, const Shard& shard) const {
  std::vector<PointTask> tasks = all_tasks(shard);
  std::erase_if(tasks, [&](const PointTask& task) {
    return ledger.has(task.point, task.replication) && trace(task.point, task.replication) == nullptr;
  });
  return tasks;
}

LedgerSweep CallPoints::ledger_sweep(std::string dlio_folder) const {
  LedgerSweep call;
  call.name = asked_ != nullptr ? asked_->name : asked_name_;
  call.points = size();
  call.axes = {"arm", "alone"};
  call.replications = replications_;
  call.design_text = verb_ + "\n";
  std::string question = call.design_text + program_revision() + "\n";
  if (series_ == SeriesChoice::metrics) question += "series\n";
  for (const Point& point : points_) {
    call.of_points.push_back(provenance_of(*point.scenario));
    question += scenario_hash(*point.scenario) + " " + point.arm + " " + point.alone + "\n";
  }
  call.hash = hash_of_text(question + std::to_string(replications_));
  call.call = LedgerCall{verb_, asked_ != nullptr ? write_scenario(*asked_, true) : asked_text_,
                         std::move(dlio_folder)};
  return call;
}

CallPoints points_of_call(const std::string& verb, const Scenario& scenario) {
  if (verb == "probe") return {verb, scenario, jobs_by_themselves(scenario)};
  return {verb, scenario};
}

CallKeeper::CallKeeper(const CallPoints& points, Ledger& ledger, AfterRun after, const Shard& shard)
    : ledger_(ledger), after_(std::move(after)) {
  for (const PointTask& task : points.all_tasks(shard))
    runs_ += 1 + static_cast<std::int64_t>(points.before(task.point).size());
}

void CallKeeper::keep(std::span<FinishedRun> runs) {
  ledger_.add(runs);
  if (!after_) return;
  for (const FinishedRun& run : runs) after_(run);
}

void CallKeeper::count(WorkState& state) const {
  state.points = runs_;
  state.points_over = std::min(runs_, ledger_.counts().runs);
}

std::vector<RunResult> stored_runs(const CallPoints& points, std::int64_t point, Database& database,
                                   const std::string& call) {
  std::vector<RunResult> runs;
  for (std::int64_t replication = 1; replication <= points.replications(); ++replication) {
    const auto read = [&](std::int64_t of, std::vector<RunResult>& into) {
      const auto id = find_run_of(database, call, of, replication);
      if (id) into.push_back(read_run(database, *id));
      return id.has_value();
    };
    if (!read(point, runs)) continue;
    for (const std::int64_t beside : points.before(point)) read(beside, runs.back().alone);
  }
  return runs;
}

}  // namespace headrace
