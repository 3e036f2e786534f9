// PointWorker: runs points of a sweep, one at a time, and hands each run over.
//
// A thread, or a process on another machine, has one of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/results/ledger.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

class PointWorker {
 public:
  // What the worker asks and gives; every call comes from the worker's own thread.
  class Host {
   public:
    virtual ~Host() = default;
    virtual bool may_run() = 0;                           // Asked before each run.
    virtual bool watch(const RunProgress& progress) = 0;  // False stops the run, which is then not given.
    virtual void give(FinishedRun run) = 0;
  };

  PointWorker(const Sweep& sweep, Host& host) : sweep_(sweep), host_(host) {}

  // One replication. False: it did not come to its end.
  bool run(std::int64_t point, std::int64_t replication);
  // Replications until the sweep's precision is reached, after those whose figures are known.
  bool run_until_precise(std::int64_t point, std::vector<double> figures);

 private:
  bool prepare(std::int64_t point);
  std::optional<FinishedRun> simulate(std::int64_t replication);

  const Sweep& sweep_;
  Host& host_;
  SweepPoint point_;
  ScenarioRead scenario_;  // Of the last point.
  bool prepared_ = false;
};

}  // namespace headrace
