// Reads what strace prints of a run: calls on files of each process and thread, with their times.
//
//   strace -f -ttt -T -y -e trace=%file,%desc,%process -o run.strace COMMAND
//
//   12 1700000000.5 pread64(3</scratch/a>, "x"..., 4096, 0) = 4096 <0.000012>
//
// Left out: reads of files that are mapped, calls that failed, and sockets, pipes, /proc, /sys and /dev.
#pragma once

#include <string_view>

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

void read_strace(TraceInput& input, RecordingWriter& writer, ImportReport& report);
bool is_strace(std::string_view head);

}  // namespace headrace
