// Reads what darshan-dxt-parser prints of Darshan's DXT modules: reads and writes by file and rank.
//
//   # DXT, file_id: 153095575, file_name: /scratch/input.h5
//   # DXT, rank: 3, hostname: a03n08
//    X_POSIX       3   read        0          0         80      0.1157      0.1157   N/A   [ 12]
//
// Times have four decimals. Left out, since it has none: opens, closes and other calls by name.
#pragma once

#include <string_view>

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

void read_dxt(TraceInput& input, RecordingWriter& writer, ImportReport& report);
bool is_dxt(std::string_view head);

}  // namespace headrace
