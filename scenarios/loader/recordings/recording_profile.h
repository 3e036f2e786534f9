// RecordingProfile: what Darshan's counters would say of a recording, simulated or real: sizes of accesses,
// how far they follow each other, where the time of processes went, and which files were touched.
//
//   const RecordingProfile profile = profile_of(recording);
//   profile.reads.sizes[4]                     // from 100 KiB to 1 MiB
//
// The names are Darshan's [read: its POSIX module]; access_order.h says what is sequential and consecutive.
// Left out are strides and the counters of MPI-IO, whose calls are not counted.
#pragma once

#include <array>
#include <cstdint>

#include "models/jobs/replay/recording.h"
#include "scenarios/loader/recordings/access_sizes.h"

namespace headrace {

struct AccessProfile {
  std::int64_t count = 0, sequential = 0, consecutive = 0;
  Bytes bytes;
  Duration time;  // Of all accesses together.
  std::array<std::int64_t, kAccessSizeBins> sizes = {};
};

struct RecordingProfile {
  AccessProfile reads, writes;
  std::int64_t names = 0;  // Opens, closes, stats and the like.
  Duration name_time;
  // Means over processes: from the first to the last operation of all, and of that the time in which at least
  // one of its operations was under way.
  std::int64_t processes = 0;
  Duration span, busy;
  std::int64_t files = 0, read_only = 0, write_only = 0, read_write = 0, shared = 0;  // Shared: by processes.
};

RecordingProfile profile_of(const Recording& recording);

}  // namespace headrace
