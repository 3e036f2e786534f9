// TrainingJob::Rank: one rank's own state. Private to the sources of TrainingJob.
#pragma once

#include <array>

#include "models/workloads/training_job.h"

namespace headrace {

struct TrainingJob::Rank {
  Rank(const Scope& scope, const JobSpec& spec, RankId number, std::int64_t ranks)
      : id(number),
        track(scope.track()),
        computation(scope.random("computation")),
        host(scope.random("host")),
        schedule(spec.workload->checkpoint, ranks),
        meter(spec.dlio_version, spec.workload->metric, spec.workload->loader.batch_size) {}

  RankId id;
  Track track;  // Of what its time goes to.
  RandomStream computation, host;
  std::unique_ptr<DataLoader> loader, evaluation_loader;
  std::unique_ptr<AcceleratorFeed> feed, evaluation_feed;  // Null where nothing is copied.
  CheckpointSchedule schedule;
  std::int64_t checkpoints = 0;  // Written and restored so far: the number of the next one.
  DlioMeter meter;
  std::array<Duration, std::size(kCauses)> spent{};
  Time accounted;  // Up to here its time is in `spent`.
  Time epoch_begun;
  Duration first_batch;
  std::int64_t blocks = 0;  // Of the epoch.
  bool in_block = false;
};

// What all ranks together found in an epoch. Spans are rank 0's, as in DLIO.
struct TrainingJob::EpochTotals {
  EpochResult result;
  std::int64_t ranks_done = 0;
  double au_sum = 0;
  double rate_sum = 0;
  Duration first_batch_sum;
};

}  // namespace headrace
