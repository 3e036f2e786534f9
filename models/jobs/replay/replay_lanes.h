// ReplayLane: operations of a process that came one after another, as a thread makes them.
//
//   operations  |--a--|  |--b--|        lane 1: a, then b after the gap between them
//                  |----c----|          lane 2: c, which begins as long after the process as it did
//
// An operation goes on in the lane of its thread that ended last before its begin, and in a new one where
// all are busy: a trace that names no threads, or whose threads have calls under way at once, has as many
// lanes as those. A new lane hangs on the operation of the process that had ended last by then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/jobs/replay/recording.h"
#include "sim/units.h"

namespace headrace {

struct ReplayLane {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::size_t after = kNone;  // Operation behind which it begins; kNone: the process does.
  Duration delay;             // From there, or from the begin of the recording, to its first operation.
  std::vector<std::size_t> operations;  // Indices, in the order of their begin.
};

// Deals the operations of a process that are repeated to lanes: all but those of MPI-IO where calls of POSIX
// are there as well. Begins that lie before an end by no more than the clock's resolution are behind it.
std::vector<ReplayLane> lanes_of(const RecordedProcess& process, Duration resolution, bool with_mpi);

// Tells whether the calls of MPI-IO are all that a recording has of reads and writes.
bool is_of_mpi_alone(const Recording& recording);

}  // namespace headrace
