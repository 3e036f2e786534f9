// PlanEvaluator: the runs behind a plan: scenarios by their points, on several
// threads, and by how much each run meets each target.
//
//   PlanEvaluator evaluator(targets, [&](std::size_t point) { return …scenario…; }, {});
//   find_cheapest(problem, options, evaluator);
//   evaluator.notes().at(point).limited_by;
//
// What was run before may come from a PlanStore, and what is run is given to it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/planning/observation.h"
#include "analysis/run/runner.h"
#include "scenarios/loader/run_result.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// PlanStore: keeps the runs of a plan. Called from one thread only.
class PlanStore {
 public:
  virtual ~PlanStore() = default;
  // The values of a figure in replications 1, 2, … of a point, as far as all of them are stored.
  virtual std::vector<double> figures(std::size_t point, const std::string& metric) = 0;
  virtual void add(std::size_t point, const FinishedRun& run) = 0;

  // Remark: knowledge of a point beside its figures.
  struct Remark {
    std::string failure;  // Why it has none, whatever the replication; else empty.
    std::string limited_by;
  };
  virtual Remark remark(std::size_t /*point*/, const std::string& /*job*/) { return {}; }
  // There is no run, as the scenario refuses the point.
  virtual void add_refused(std::size_t /*point*/, const std::string& /*reason*/) {}
};

class PlanEvaluator final : public Evaluator {
 public:
  using ScenarioOf = std::function<ScenarioRead(std::size_t point)>;
  struct Around {
    std::int64_t threads = 1;
    PlanStore* store = nullptr;
    WorkWatch watch;
    // Runs tasks on other processes in place of threads here; what they find is in the store afterwards.
    std::function<WorkEnd(const std::vector<PointTask>&)> elsewhere = {};
  };

  struct Note {
    std::string failure;     // Why there are no figures; empty where there are.
    std::string limited_by;  // Of the first run, about the first target's job: "host work per step"
  };

  PlanEvaluator(std::vector<Assertion> targets, ScenarioOf scenario_of, Around around)
      : targets_(std::move(targets)), scenario_of_(std::move(scenario_of)), around_(std::move(around)) {}

  std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) override;

  const std::map<std::size_t, Note>& notes() const { return notes_; }
  std::int64_t runs() const { return runs_; }      // Simulated, not found in the store.
  std::int64_t reused() const { return reused_; }  // Found there.

 private:
  class DesignPoints;
  class Places;

  std::vector<std::vector<Margins>> evaluate_elsewhere(std::span<const RunRequest> requests);
  std::size_t take_stored(const RunRequest& request, std::vector<Margins>& runs);
  void take(const FinishedRun& run, Margins& margins);

  std::vector<Assertion> targets_;
  ScenarioOf scenario_of_;
  Around around_;
  std::map<std::size_t, Note> notes_;
  std::int64_t runs_ = 0;
  std::int64_t reused_ = 0;
};

// Says by how much a value meets a target; below zero where it does not.
double margin_of(const Assertion& target, double value);
// Returns the value with that margin.
double value_with_margin(const Assertion& target, double margin);
// Finds the value of "jobs.train.au_percent" in a run; nothing where it has none.
std::optional<double> figure_of_run(const RunResult& run, const std::string& metric);

}  // namespace headrace
