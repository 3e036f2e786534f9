// AcceleratorFeed: copies the batches of a rank's loader into its accelerator, as the step asks or ahead of
// it.
//
//   AcceleratorFeed feed(sim, place, spec);
//   loader.begin_epoch(1, 0);
//   feed.begin_epoch(loader);
//   while (const AcceleratorFeed::Fed fed = co_await feed.next(); fed.batch) …
//   feed.end_epoch();
//   loader.end_epoch();
//
// With `ahead` batches a step takes max(compute, load, copy), without them the sum of the copy and what the
// loader leaves of its time. What a batch found in the accelerator is not copied.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "models/jobs/rank_account.h"
#include "models/loaders/loader.h"
#include "models/loaders/watch.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

class AcceleratorFeed {
 public:
  struct Place {
    Place(std::string called, Node& host, std::int64_t which)
        : path(std::move(called)), node(host), accelerator(which) {}
    std::string path;
    Node& node;
    std::int64_t accelerator;  // Of the node.
  };
  struct Plan {
    Bytes tensor;  // Of a sample.
    bool pinned = true;
    std::int64_t ahead = 0;
    Cause copies = Cause::copy_wait;  // The cause of a rank's wait for a copy.
  };
  struct Fed {
    Fed(const std::optional<Batch>& one, Time begun) : batch(one), copied_from(begun) {}
    std::optional<Batch> batch;  // None at the end of the epoch.
    Time copied_from;            // When the loader had it, and its copy began.
  };

  // The account of the rank is told what the batch that next() waits for was doing meanwhile.
  AcceleratorFeed(Simulation& sim, const Place& place, const Plan& plan, RankAccount& rank)
      : sim_(sim), place_(place), plan_(plan), rank_(rank), watch_(rank, 1) {}

  // The account that the loader is to tell.
  Account& account();

  // The loader has begun the same one, and ends it later.
  void begin_epoch(DataLoader& loader);
  Task<Fed> next();
  void end_epoch();

  std::int64_t ahead() const { return plan_.ahead; }
  std::int64_t in_hand() const { return static_cast<std::int64_t>(epoch_->ready.size()); }

 private:
  // State that lives for one epoch; its process goes first.
  struct Epoch {
    Epoch(Simulation& sim, DataLoader& from, std::int64_t ahead);
    DataLoader& loader;
    Channel<Fed> ready;
    Channel<bool> taken;
    TaskGroup processes;
  };

  Task<Fed> feed_one(DataLoader& loader);
  Task<> feed_ahead();

  Simulation& sim_;
  Place place_;
  Plan plan_;
  RankAccount& rank_;
  Watch watch_;
  std::int64_t taken_ = 0;   // Batches of the epoch.
  std::int64_t copied_ = 0;  // Batches of the epoch whose copies have begun.
  std::unique_ptr<Epoch> epoch_;
};

}  // namespace headrace
