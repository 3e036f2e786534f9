// InferenceWork: what the servers of an inference job do, once and again.
//
//   work.begin();                // the job's start
//   work.open(server);           // its model is loaded; what came before has waited
//   while (!work.drained()) co_await work.changed().next();
//   work.end();
//
// One kind answers requests (inference_service.h), the other sweeps a data set
// (inference_sweep.h). Both say at any time what each server's time went for.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "models/jobs/inference/inference_result.h"
#include "models/jobs/job.h"
#include "models/jobs/job_result.h"
#include "models/jobs/rank_account.h"
#include "sim/change.h"
#include "sim/scope.h"

namespace headrace {

class InferenceWork {
 public:
  virtual ~InferenceWork() = default;

  virtual void begin() = 0;
  virtual void open(std::size_t server) = 0;
  // Says whether nothing more comes and all that came is answered. A change to it is told.
  virtual bool drained() const = 0;
  // Stops as Job::stop() does.
  virtual void stop() = 0;
  virtual double done() const = 0;
  virtual void fill(InferenceResult& result) const = 0;
  virtual std::string imbalance() const = 0;

  Change& changed() { return changed_; }

  // Notes what a server is doing from now on.
  void turn(std::size_t server, Cause cause) {
    accounts_[server].end(sim_.now());
    accounts_[server].begin(cause);
  }
  void end() {
    for (RankAccount& account : accounts_) account.end(sim_.now());
    ended_ = sim_.now();
  }
  // Returns the time of a cause, with what the server is at now.
  Duration spent(std::size_t server, Cause cause) const {
    return accounts_[server].spent(cause) + accounts_[server].open(cause, until());
  }
  void add_rows(std::vector<TimeBudgetRow>& budget, bool starts_up) const {
    for (std::size_t server = 0; server < servers(); ++server) {
      const auto add = [&](Cause cause) {
        accounts_[server].add_rows(budget, static_cast<std::int64_t>(server), cause, until());
      };
      for (const Cause cause : {Cause::compute, Cause::batch_wait, Cause::idle, Cause::network_wait})
        add(cause);
      if (starts_up) add(Cause::startup);
    }
  }
  RankAccount& account(std::size_t server) { return accounts_[server]; }
  std::size_t servers() const { return accounts_.size(); }

 protected:
  InferenceWork(const Scope& scope, const std::vector<Seat>& seats)
      : sim_(scope.sim()), accounts_(seats.size()), changed_(scope.sim(), "answers of", scope.path()) {
    for (std::size_t server = 0; server < seats.size(); ++server) {
      const Track track = scope.part("rank", static_cast<std::int64_t>(server)).track();
      if (!track) return;
      track.runs_on(seats[server].node->id());
      accounts_[server].trace_on(track);
    }
  }

  void begin_budgets() {
    begun_ = sim_.now();
    for (RankAccount& account : accounts_) {
      account.start(begun_);
      account.begin(Cause::batch_wait);
    }
  }
  Time begun() const { return begun_; }

  Simulation& sim_;

 private:
  Time until() const { return std::min(ended_, sim_.now()); }

  Time begun_, ended_ = Time::never();
  std::deque<RankAccount> accounts_;  // By server.
  Change changed_;
};

}  // namespace headrace
