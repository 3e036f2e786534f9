// InferenceWork: what the servers of an inference job do, once and again.
//
//   work.begin();                // the job's start
//   work.open(server);           // its model is loaded; what came before has waited
//   while (!work.drained()) co_await work.changed().wait();
//   work.end();
//
// One kind answers requests (inference_service.h), the other sweeps a data set
// (inference_sweep.h). Both say at any time what each server's time went for.
#pragma once

#include <string>
#include <vector>

#include "models/jobs/inference/inference_budget.h"
#include "models/jobs/inference/inference_signal.h"
#include "models/jobs/job_result.h"
#include "sim/scope.h"

namespace headrace {

class InferenceWork {
 public:
  virtual ~InferenceWork() = default;

  virtual void begin() = 0;
  virtual void open(std::size_t server) = 0;
  // Whether nothing more comes and all that came is answered. A change to it is told.
  virtual bool drained() const = 0;
  // As Job::stop().
  virtual void stop() = 0;
  virtual double done() const = 0;
  virtual void fill(InferenceResult& result) const = 0;
  virtual std::string imbalance() const = 0;

  Signal& changed() { return changed_; }

  // What a server is doing from now on.
  void turn(std::size_t server, ServerState state) { budgets_[server].enter(sim_.now(), state); }
  void end() {
    for (ServerBudget& budget : budgets_) budget.end(sim_.now());
  }
  Duration spent(std::size_t server, ServerState state) const {
    return budgets_[server].spent(state, sim_.now());
  }
  std::size_t servers() const { return budgets_.size(); }

 protected:
  InferenceWork(const Scope& scope, std::size_t servers)
      : sim_(scope.sim()), budgets_(servers), changed_(scope.sim(), "answers of", scope.path()) {}

  void begin_budgets() {
    begun_ = sim_.now();
    for (ServerBudget& budget : budgets_) budget.begin(begun_, ServerState::storage_wait);
  }
  Time begun() const { return begun_; }

  Simulation& sim_;

 private:
  Time begun_;
  std::vector<ServerBudget> budgets_;
  Signal changed_;
};

}  // namespace headrace
