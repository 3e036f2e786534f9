// Reads DFTracer's traces, a JSON object a line, of both dialects: with names by hash (FH, HH), or in each
// call and all numbers in quotes.
//
//   {"name":"read","cat":"POSIX","pid":7,"tid":7,"ts":170,"dur":4,"ph":"X","args":{"fhash":9,"ret":4096}}
//
// Calls of POSIX and STDIO are operations. An offset that a call does not have follows from the calls
// before it on its file. Left out: events of applications, and calls that failed.
#pragma once

#include <string_view>

#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

void read_dftracer(TraceInput& input, RecordingWriter& writer, ImportReport& report);
bool is_dftracer(std::string_view head);

}  // namespace headrace
