// SampleExchange: sends the samples that change hands between epochs to who reads them next.
//
//   exchange.after_step(rank, epoch, steps, last);  // what the rank has read and hands on leaves
//   co_await exchange.all_sent(rank);               // and is there
//
// Only what the rank's node holds is sent: what lies in a cache of samples, or all of it where the storage
// is the node's own. It passes the nodes' ports beside the steps that are left of the epoch, as in Nguyen et
// al. 2022, and moves from cache to cache; what is not held is read from the storage like any other sample.
// Leaves out reading from the sender's drives, and writing to a storage that is the receiver's own.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/data/dataset.h"
#include "models/jobs/job.h"
#include "models/jobs/training/job_caches.h"
#include "models/shuffle/policy.h"
#include "sim/task.h"
#include "sim/task_group.h"

namespace headrace {

class SampleExchange {
 public:
  struct Plan {
    std::int64_t epochs = 1;
    std::int64_t batch_size = 1;
  };

  // All outlive it; the caches are null where the job has none.
  SampleExchange(const Scope& scope, const std::vector<Seat>& seats, const Dataset& data,
                 const ShufflePolicy& orders, JobCaches* caches, const Plan& plan);

  // Takes note of each step of a rank: how many the epoch has had, and whether none is to come.
  void after_step(RankId rank, std::int64_t epoch, std::int64_t steps, bool last);
  TaskGroup::Join all_sent(RankId rank) { return of(rank).sending.join(); }

  // Ends the exchange; bytes on their way are lost.
  void stop();

  // Counts the bytes that have gone from node to node so far.
  Bytes bytes() const { return bytes_; }

 private:
  struct Handed {
    SampleId sample = 0;
    Bytes size;
    std::int64_t next_use = 0;
  };
  struct Sender {
    explicit Sender(Simulation& sim) : sending(sim) {}
    std::int64_t begun = 0;  // The last epoch whose samples have left.
    TaskGroup sending;
  };

  Sender& of(RankId rank) { return senders_[static_cast<std::size_t>(rank)]; }
  Node& node_of(RankId rank) const { return *seats_[static_cast<std::size_t>(rank)].node; }
  void begin(RankId rank, std::int64_t epoch);
  bool gives_up(RankId from, RankId to, SampleId sample);
  Task<> send(RankId from, RankId to, std::vector<Handed> samples);

  Scope scope_;
  const std::vector<Seat>& seats_;
  const Dataset& data_;
  const ShufflePolicy& orders_;
  JobCaches* caches_;
  Plan plan_;
  bool holds_files_;  // Caches hold whole files of several samples, which do not change hands.
  bool on_device_;
  Bytes bytes_;
  std::deque<Sender> senders_;
};

}  // namespace headrace
