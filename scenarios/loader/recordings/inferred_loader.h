// InferredLoader: the loader behind a recording: what a workload says, found from what its threads read and
// when.
//
//   const InferredLoader found = inferred_loader(recording, {});
//   found.batch_size.value, found.batch_size.confidence, found.batch_size.why
//
// Threads, order, files and formats are plain to see. Batches, what is prepared ahead and the time of a step
// leave signs in the gaps between reads (batch_waits.h) and in the time of epochs (epoch_times.h). Where
// storage is so slow that nobody waits, what is ahead and the computation leave none: the confidence says so.
// Left out: evaluation, and what a checkpoint holds.
#pragma once

#include <cstdint>
#include <string>

#include "models/jobs/replay/recording.h"
#include "scenarios/loader/recordings/data_visits.h"

namespace headrace {

// Inferred: a value, how sure it is (0 to 1), and the reason.
template <class Value>
struct Inferred {
  Value value{};
  double confidence = 0;
  std::string why;
};

struct InferredLoader {
  Inferred<std::string> format, kind;                                            // Words of a workload.
  Inferred<std::int64_t> nodes, ranks, read_threads, batch_size, batches_ahead;  // Ahead: of each worker.
  Inferred<std::int64_t> files, samples_per_file, epochs, steps;  // Steps of an epoch and rank.
  Inferred<Bytes> record_length, record_length_stdev, tensor_length;
  Inferred<bool> shuffled;
  Inferred<Duration> computation_time;
  Inferred<std::int64_t> checkpoints, checkpoint_writers;
  Inferred<Bytes> checkpoint_size;                                           // Of all writers together.
  Inferred<std::int64_t> checkpoint_after_epoch, checkpoint_epochs_between;  // 0: by time.
  Inferred<Duration> checkpoint_interval;
};

struct InferenceWish {
  std::int64_t ranks = 0;  // 0: each process that reads is one.
};

// Throws InputError where nothing was read.
InferredLoader inferred_loader(const Recording& recording, const InferenceWish& wish);

}  // namespace headrace
