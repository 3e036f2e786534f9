// PlanEvaluator: the runs behind a plan: scenarios by their points, on several
// threads, and by how much each run meets each target.
//
//   PlanEvaluator evaluator(targets, situations, [&](std::size_t run) { return …scenario…; }, {});
//   find_cheapest(problem, options, evaluator);
//   evaluator.notes().at(evaluator.run_of(point, 0)).limited_by;
//
// A design is run in each situation, and what that run says is held against the targets of that situation.
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
#include "scenarios/loader/sweep/plan.h"

namespace headrace {

// PlanStore: keeps the runs of a plan. Called from one thread only.
class PlanStore {
 public:
  virtual ~PlanStore() = default;
  // The values of a figure in replications 1, 2, … of a run, as far as all of them are stored.
  virtual std::vector<double> figures(std::size_t run, const std::string& metric) = 0;
  virtual void add(std::size_t run, const FinishedRun& finished) = 0;

  // Remark: knowledge of a run beside its figures.
  struct Remark {
    std::string failure;  // Why it has none, whatever the replication; else empty.
    std::string limited_by;
  };
  virtual Remark remark(std::size_t /*run*/, const std::string& /*job*/) { return {}; }
  // There are no figures, as the scenario refuses the run.
  virtual void add_refused(std::size_t /*run*/, const std::string& /*reason*/) {}
};

class PlanEvaluator final : public Evaluator {
 public:
  using ScenarioOf = std::function<ScenarioRead(std::size_t run)>;
  struct Around {
    std::int64_t threads = 1;
    PlanStore* store = nullptr;
    WorkWatch watch;
    // Runs tasks on other processes in place of threads here; what they find is in the store afterwards.
    std::function<WorkEnd(const std::vector<PointTask>&)> elsewhere = {};
  };

  struct Note {
    std::string failure;     // Why there are no figures; empty where there are.
    std::string limited_by;  // Of the first replication, about a target's job: "host work per step"
  };

  PlanEvaluator(std::vector<PlanTarget> targets, std::size_t situations, ScenarioOf scenario_of,
                Around around)
      : targets_(std::move(targets)),
        situations_(situations),
        scenario_of_(std::move(scenario_of)),
        around_(std::move(around)) {}

  // Returns the number of a design's run in a situation, by which stores and notes know it.
  std::size_t run_of(std::size_t point, std::size_t situation) const {
    return point * situations_ + situation;
  }

  std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) override;

  const std::map<std::size_t, Note>& notes() const { return notes_; }
  std::int64_t runs() const { return runs_; }      // Simulated, not found in the store.
  std::int64_t reused() const { return reused_; }  // Found there.

 private:
  class DesignPoints;
  class Places;

  std::vector<std::vector<Margins>> evaluate_elsewhere(std::span<const RunRequest> requests);
  template <typename Missing>
  void look_up(std::span<const RunRequest> requests, std::vector<std::vector<Margins>>& answers,
               Missing missing);
  std::size_t take_stored(const RunRequest& request, std::size_t situation, std::vector<Margins>& runs);
  void take(const FinishedRun& run, Margins& margins);
  // Returns the job of the first target of a run's situation.
  std::string job_of_run(std::size_t run) const;

  std::vector<PlanTarget> targets_;
  std::size_t situations_ = 1;
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
