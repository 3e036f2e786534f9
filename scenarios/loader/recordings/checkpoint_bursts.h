// CheckpointBursts: files that the run itself made, which are taken for its checkpoints.
//
//   const CheckpointBursts found = checkpoint_bursts(recording);
//   found.begins.size()                       // how many checkpoints
//
// A burst is of files whose first writes are closer together than a twentieth of the recording [assumed].
// Left out: what a checkpoint holds, and whether it is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct CheckpointBursts {
  std::vector<Duration> begins;  // Ascending.
  Bytes bytes;                   // Of one, the mean of all.
  std::int64_t writers = 0;      // Processes that write.
};

CheckpointBursts checkpoint_bursts(const Recording& recording);

}  // namespace headrace
