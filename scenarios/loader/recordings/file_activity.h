// FileActivity: what the processes of a recording did with each of its files.
//
//   const std::vector<FileActivity> all = file_activities(recording);   // By the number of the file.
//   for (const std::size_t file : most_active_files(all, 20)) …all[file].read…
//
// access_order.h says what is sequential and consecutive. Left out are calls of MPI-IO.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/jobs/replay/recording.h"

namespace headrace {

struct FileActivity {
  Bytes read, written;
  Duration time;                                               // Of all operations together, names as well.
  std::int64_t accesses = 0, sequential = 0, consecutive = 0;  // Reads and writes.
  std::int64_t names = 0;                                      // Opens, closes, stats and the like.
  std::int64_t processes = 0;                                  // Those that used it.
};

std::vector<FileActivity> file_activities(const Recording& recording);

// Returns files of which most bytes were moved, and those that took most time, so many of each; those of
// most bytes first.
std::vector<std::size_t> most_active_files(const std::vector<FileActivity>& all, std::size_t most);

}  // namespace headrace
