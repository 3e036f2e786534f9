// ProcessTimes: what the time of each process of a recording went to.
//
//   for (const ProcessTimes& one : process_times(recording)) …one.reading, one.none…
//
// The four times are of the clock and add up to the span of the recording: of operations of several threads
// at once, time counts as reading where any reads, else as writing where any writes, else as names. None is
// time in which no operation was under way: computing, or waiting for others. Left out are calls of MPI-IO.
#pragma once

#include <cstddef>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct ProcessTimes {
  std::size_t process = 0;  // Index of Recording::processes.
  Duration reading, writing, naming, none;

  Duration busy() const { return reading + writing + naming; }
};

// Returns those of all processes, in which the most time went to files first.
std::vector<ProcessTimes> process_times(const Recording& recording);

}  // namespace headrace
