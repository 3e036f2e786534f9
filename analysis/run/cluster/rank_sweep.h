// RankSweep: points spread over the ranks of an MPI job.
//
//   if (ranks.rank() == 0) lead(ranks, PointQueue(open, workers), store);
//   else follow(ranks, worker);
//
// Rank 0 hands out points and stores what comes back; all others run them, a
// few at a time, and send what they found about once a second. A rank that is
// lost takes all with it, as MPI has it; what was stored stays, and the next job
// goes on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/run/cluster/ranks.h"

namespace headrace {

// Points still to run: many at once while there are many, and single ones at the end, so that all ranks end
// together.
class PointQueue {
 public:
  PointQueue(std::vector<std::int64_t> open, std::int64_t workers)
      : open_(std::move(open)), workers_(workers) {}

  std::vector<std::int64_t> take();
  bool empty() const { return next_ == open_.size(); }
  std::int64_t workers() const { return workers_; }

 private:
  std::vector<std::int64_t> open_;
  std::int64_t workers_;
  std::size_t next_ = 0;
};

// What rank 0 does beside handing out.
class RankLeader {
 public:
  virtual ~RankLeader() = default;
  virtual void store(const std::string& results) = 0;  // As a RankWorker gave them.
  virtual bool must_stop() = 0;                        // Asked several times a second.
};

class RankWorker {
 public:
  virtual ~RankWorker() = default;
  virtual void run(std::int64_t point) = 0;
  virtual std::string take_results() = 0;  // Of all points since it was last asked; empty: of none.
  virtual bool must_stop() = 0;
};

// Ends when no rank runs anything any more.
void lead(Ranks& ranks, PointQueue points, RankLeader& leader);
void follow(Ranks& ranks, RankWorker& worker);

}  // namespace headrace
