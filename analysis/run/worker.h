// PointWorker: runs points, one at a time, and hands each run over.
//
// A thread, or a process on another machine, has one of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/results/ledger.h"
#include "analysis/run/points.h"

namespace headrace {

// A unit of work.
struct PointTask {
  std::int64_t point = 0;
  std::int64_t replication = 1;  // Replication from 1 on; 0: as many as the precision needs.
  std::vector<double> figures;   // Figures known before, of replications 1, 2 … where the precision counts.
  std::vector<std::uint64_t> fingerprints = {};  // Of their runs, where they are known.
};

class PointWorker {
 public:
  // Host: whom the worker asks and gives to; every call comes from the worker's own thread.
  class Host {
   public:
    virtual ~Host() = default;
    virtual bool may_run() = 0;                           // Asked before each run.
    virtual bool watch(const RunProgress& progress) = 0;  // False stops the run.
    virtual void give(FinishedRun run) = 0;
  };

  PointWorker(const Points& points, Host& host) : points_(points), host_(host) {}

  // Runs a task; false where it did not come to its end. A run that was stopped is given only where points
  // keep such.
  bool run(const PointTask& task);

 private:
  void prepare(std::int64_t point);
  FinishedRun empty_run(std::int64_t replication) const;
  FinishedRun simulate(std::int64_t replication);
  bool run_until_precise(const PointTask& task);
  bool give(FinishedRun run);

  const Points& points_;
  Host& host_;
  std::int64_t index_ = -1;  // Index of the point that is prepared.
  PreparedPoint point_;
};

}  // namespace headrace
