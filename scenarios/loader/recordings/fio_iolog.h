// Reads the logs that fio replays, of its versions 2 and 3: what one process asks of its files.
//
//   fio version 3 iolog
//   225 /scratch/a read 0 65536
//
// Times are those of version 3 or follow from the waits of version 2. Operations take no time, since a log
// says when they were asked for alone. Left out: trims, and version 1, of one file and without times.
#pragma once

#include <string_view>

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

void read_fio_iolog(TraceInput& input, RecordingWriter& writer, ImportReport& report);
bool is_fio_iolog(std::string_view head);

}  // namespace headrace
