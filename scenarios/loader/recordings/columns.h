// Reads a table of operations, one a line, whose columns the user names.
//
//   938513000 4 264719034 16 0        --columns begin:ns,process,offset:512,length:512,kind:1/0
//
// A column is begin, end or duration with a unit (ns, us, ms, s), process, host, thread, file, offset or
// length with the bytes of one of its units, kind with the words of a read and a write, or - for what is
// not taken. Columns stand between commas, semicolons, tabs or spaces. Lines that begin with # are
// comments, and a first line without a number for its time is a header.
#pragma once

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

// Throws UsageError where the columns are not named so.
void read_columns(TraceInput& input, RecordingWriter& writer, ImportReport& report);

}  // namespace headrace
