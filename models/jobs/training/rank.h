// TrainingJob::Rank: one rank's own state. Private to the sources of TrainingJob.
#pragma once

#include <deque>

#include "models/jobs/job_shape.h"
#include "models/jobs/training/training_job.h"

namespace headrace {

// Books of a rank: what comes back with a checkpoint.
struct TrainingJob::Books {
  Books(const JobSpec& job, const WorkloadSpec& work, std::int64_t ranks)
      : schedule(work.checkpoint, replicas_of(job, ranks) * job.micro_batches()),
        meter(job.dlio_version, work.metric, samples_of_replica(job)) {}

  void begin_next_epoch() {
    ++epoch;
    steps = blocks = 0;
    epoch_is_saved = false;
    meter.take_epoch();
  }

  std::int64_t epoch = 1;
  std::int64_t steps = 0;       // Of the epoch, done.
  bool epoch_is_saved = false;  // By the checkpoint behind its steps.
  std::int64_t blocks = 0;      // Of the epoch.
  Time epoch_begun;
  Duration first_batch, compute;
  CheckpointSchedule schedule;
  DlioMeter meter;
};

struct TrainingJob::Rank {
  Rank(const Scope& scope, const JobSpec& job, const WorkloadSpec& work, RankId number, std::int64_t ranks)
      : id(number),
        place(place_of(ranks_of_replica(job) > 1 ? work.checkpoint.parallelism : ParallelismSpec(), number,
                       ranks)),
        track(scope.track()),
        computation(scope.random("computation")),
        host(scope.random("host")),
        jitter(scope.random("jitter")),
        books(job, work, ranks) {
    account.trace_on(track);
    const CheckpointSpec& checkpoint = work.checkpoint;
    if (checkpoint.enabled && checkpoint.restore) marks.front().number = checkpoints++;
  }

  struct Mark {
    Mark(std::int64_t checkpoint, const Books& then) : number(checkpoint), books(then) {}
    std::int64_t number;  // Below zero: the start, without any.
    Books books;
  };

  struct Half {
    Half(const RankAccount& account, const Books& then) : spent(account.spent()), books(then) {}
    RankAccount::Spent spent;
    Books books;
  };

  RankId id;
  RankPlace place;  // Of its part of the model.
  Track track;      // Of what its time goes to.
  RandomStream computation, host, jitter;
  std::int64_t checkpoints = 0;  // Written and restored so far: the number of the next one.
  Books books;
  // The first is known to be on the storage, the others are later and may be there already.
  std::deque<Mark> marks = {Mark(-1, books)};
  RankAccount account;
  std::optional<Half> half;  // Where it stood when the last half of the epoch's steps began.
  // Feeds tell the account, and the loaders tell the feeds. Null where nothing is copied.
  std::unique_ptr<AcceleratorFeed> feed, evaluation_feed;
  std::unique_ptr<DataLoader> loader, evaluation_loader;
  GradientExchange* exchange = nullptr;  // Of its part of the model; null: nothing is exchanged.
  RankId in_exchange = 0;                // Its number there.
  std::vector<RankSteps> kept;           // Blocks of the epoch, where steps are kept.
  Time accounted;                        // The end of the rank's spans on the track.
  bool in_block = false;
};

// Totals that all ranks together found in an epoch. Spans are rank 0's, as in DLIO.
struct TrainingJob::EpochTotals {
  EpochResult result;
  std::int64_t ranks_done = 0;
  std::optional<double> au_sum = 0, rate_sum = 0;  // Nothing once a rank has none.
  Duration first_batch_sum;
  double read = 1;  // What the whole epoch reads, over what was read in the steps that were simulated.
};

}  // namespace headrace
