// RankTasks: tasks spread over the ranks of an MPI job.
//
//   if (ranks.rank() == 0) lead(ranks, TaskQueue(tasks, workers), store);
//   else follow(ranks, worker);
//
// Rank 0 hands out tasks and stores what comes back; all others run them, a
// few at a time, and send what they found about once a second. A rank that is
// lost takes all with it, as MPI has it; what was stored stays, and the next job
// goes on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/run/cluster/ranks.h"
#include "analysis/run/worker.h"

namespace headrace {

// Tasks still to run: many at once while there are many, and single ones at the end, so that all ranks end
// together.
class TaskQueue {
 public:
  TaskQueue(std::vector<PointTask> open, std::int64_t workers) : open_(std::move(open)), workers_(workers) {}

  std::vector<PointTask> take();
  bool empty() const { return next_ == open_.size(); }
  std::int64_t workers() const { return workers_; }

 private:
  std::vector<PointTask> open_;
  std::int64_t workers_;
  std::size_t next_ = 0;
};

// RankLeader: the work of rank 0 beside handing out.
class RankLeader {
 public:
  virtual ~RankLeader() = default;
  virtual void store(const std::string& results) = 0;  // As a RankWorker gave them.
  virtual bool must_stop() = 0;                        // Asked several times a second.
};

class RankWorker {
 public:
  virtual ~RankWorker() = default;
  virtual void run(const PointTask& task) = 0;
  virtual std::string take_results() = 0;  // Of all tasks since it was last asked; empty: of none.
  virtual bool must_stop() = 0;
};

// Ends when no rank runs anything any more.
void lead(Ranks& ranks, TaskQueue tasks, RankLeader& leader);
void follow(Ranks& ranks, RankWorker& worker);

}  // namespace headrace
