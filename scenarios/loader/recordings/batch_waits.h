// BatchWaits: batches, found from the gaps between the samples that a worker reads.
//
//   gaps of a worker  61 79 66 130  29 78 60 2057  73 52 94 1998 ms      batch 4, put together in some 60 ms;
//                                                                         two are ahead, then it waits
//
// Gaps within a batch are of decoding. Those behind a batch are longer: it is put together, and where as
// many are ready as may be ahead, the worker waits until the training loop takes one. The batch is the
// largest number of whose multiples nearly all long gaps lie apart; the shortest gap behind a batch is one
// without a wait. Where storage is slow and nobody waits, gaps behind batches are only somewhat longer: then
// the batch is the number of whose multiples they stand out most, and nothing is said of steps.
#pragma once

#include <cstdint>

#include "scenarios/loader/recordings/data_visits.h"
#include "sim/units.h"

namespace headrace {

struct BatchWaits {
  std::int64_t batch = 0;  // Samples; 0: gaps are of one kind, or long ones lie nowhere regularly.
  double batch_confidence = 0;
  std::int64_t ahead = 0;  // Batches of a worker before its first wait of an epoch, the least of all workers.
  double ahead_confidence = 0;
  double waiting = 0;  // Share of the gaps behind batches that are waits, in the second half of epochs.
  Duration step;       // Time between the ends of waits of a process's workers.
  double step_confidence = 0;
  Duration of_batch;                 // What putting a batch together takes a worker.
  std::int64_t largest_divisor = 0;  // Of the samples that each worker reads in an epoch.
};

// Workers may be processes of their own, so many of a rank: each waits for one step of so many.
BatchWaits batch_waits(const DataVisits& data, std::int64_t processes_of_rank = 1);

}  // namespace headrace
