// RecordingTimeline: what processes of a recording did, bin by bin of its time.
//
//   const RecordingTimeline all = recording_timeline(recording.processes, recording.span(), 200);
//   all.bins[3].read / all.width               // bandwidth of reads in the fourth bin
//
// An operation gives each bin the share of its bytes that its time there is, in whole bytes, so that the sum
// over bins is what was moved, exactly; one that takes no time gives all to the bin of its begin. Left out
// are calls of MPI-IO, which are made of others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct TimelineBin {
  Bytes read, written;
  Duration reading, writing, naming;  // Times of all operations together; of names: open, close, stat, ....
  std::int64_t most_at_once = 0;      // Operations under way, of those that take time.
};

struct RecordingTimeline {
  Duration width;                 // Of each bin; the last one may reach beyond the end.
  std::vector<TimelineBin> bins;  // So many as were asked for, or fewer, of a nanosecond.
};

// Expects times from zero to `span`.
RecordingTimeline recording_timeline(std::span<const RecordedProcess> processes, Duration span,
                                     std::int64_t most_bins);

}  // namespace headrace
