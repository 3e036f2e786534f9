// RecordingProfile: what Darshan's counters would say of a recording, simulated or real: sizes of accesses,
// how far they follow each other, where the time of processes went, and which files were touched.
//
//   const RecordingProfile profile = profile_of(recording);
//   profile.reads.sizes[4]                     // from 100 kB to 1 MB
//
// The names are Darshan's [read: its POSIX module]. An access is sequential where it begins at or behind the
// end of the one before it of that process and file, and consecutive where it begins right there. Left out
// are strides and the counters of MPI-IO, whose calls are not counted.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/jobs/replay/recording.h"

namespace headrace {

inline constexpr std::string_view kAccessSizes[] = {
    "0 to 100 B", "100 B to 1 kB", "1 to 10 kB",   "10 to 100 kB",   "100 kB to 1 MB",
    "1 to 4 MB",  "4 to 10 MB",    "10 to 100 MB", "100 MB to 1 GB", "1 GB and above"};

struct AccessProfile {
  std::int64_t count = 0, sequential = 0, consecutive = 0;
  Bytes bytes;
  Duration time;  // Of all accesses together.
  std::array<std::int64_t, std::size(kAccessSizes)> sizes = {};
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
