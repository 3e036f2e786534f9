// Reads what darshan-parser prints of a log: counters of each file in each rank, and no single calls.
//
//   POSIX   0   4368156402488923815   POSIX_READS   2   /scratch/a.npz   /scratch   lustre
//
// Makes as many operations, of as many bytes, as were counted; guesses their times, sizes and offsets. A log
// of DXT has them. Left out: closes, which are not counted.
#pragma once

#include <string_view>

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

void read_darshan(TraceInput& input, RecordingWriter& writer, ImportReport& report);
bool is_darshan(std::string_view head);

}  // namespace headrace
