// EpochTimes: how long epochs take beside the reading in them, where no single wait shows the time of a step.
//
//   epoch 1: reads 2.1 s, then none until epoch 2 begins at 3.0 s; the first batch was there at 0.9 s
//   six steps: (3.0 s - 0.9 s) / 6 = 350 ms each, and the loop went on for 0.9 s behind the last read
//
// A loop that goes on for more than a step behind the last read is what an epoch waits for, and its step is
// the time of an epoch behind its first batch over the steps. Left out: what lies between epochs, such as
// evaluation, which a step then contains.
#pragma once

#include <cstdint>
#include <vector>

#include "scenarios/loader/recordings/data_visits.h"
#include "sim/units.h"

namespace headrace {

struct EpochTimes {
  Duration period;       // Median from the begin of an epoch to that of the next; zero: there is but one.
  Duration first_batch;  // Median until each process had read the samples of a batch.
  Duration reading;      // Median from the first read to the last.
  struct Reads {
    Duration begin, end;
  };
  std::vector<Reads> epochs;  // First and last read of each.

  // Returns the time of a step where the loop is what epochs wait for; zero where nothing says so. Behind the
  // last read the loop has at most so many batches ahead of it: where it takes longer, epochs lie apart.
  Duration step_of(std::int64_t steps, std::int64_t ahead) const;
};

EpochTimes epoch_times(const DataVisits& data, std::int64_t batch);

// Returns the number of the epoch, from 1, behind whose last read a time is, and before the first of the
// next; 0: reads of an epoch lie around it, or before it none.
std::int64_t epoch_before(const EpochTimes& times, Duration at);

}  // namespace headrace
