// SampleGaps: the times of workers between the samples that they read.
//
//   for (const WorkerEpoch& one : worker_epochs(data_visits(recording)))
//     for (const SampleGap& gap : one.gaps) …gap.seconds…
//
// A gap is from the end of a sample's read to the begin of the next one's, by the same thread in the same
// epoch: the sample is decoded, a batch is put together, or the worker waits (batch_waits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenarios/loader/recordings/data_visits.h"
#include "sim/units.h"

namespace headrace {

struct SampleGap {
  std::int64_t behind = 0;  // Samples of the epoch before it.
  double seconds = 0;
  Duration ended;
};

struct WorkerEpoch {
  std::size_t process = 0;
  std::int64_t epoch = 0;
  std::int64_t samples = 0;
  std::vector<SampleGap> gaps;
};

std::vector<WorkerEpoch> worker_epochs(const DataVisits& data);

// GapBin: how many gaps are so long.
struct GapBin {
  Duration from, until;
  std::int64_t within = 0, behind = 0;  // Those within a batch, and behind one.
};

// Returns bins that end at 1, 2 and 5 times powers of ten, from the shortest gap to the longest; none ends
// below a microsecond. With a batch of 0 all gaps count as within one.
std::vector<GapBin> gap_histogram(const std::vector<WorkerEpoch>& epochs, std::int64_t batch);

}  // namespace headrace
