// Timeline: a trace as a file that viewers open: Trace Event JSON, which ui.perfetto.dev and chrome://tracing
// read.
//
// A job, or a part of the machine, is a process there, and each of its tracks a line: what a rank's time went
// to, or a gauge. Time is in microseconds with three decimals, so no nanosecond is lost.
#pragma once

#include <string>

#include "analysis/output_file.h"
#include "sim/trace.h"

namespace headrace {

std::string timeline_text(const Trace& trace);

// The kind of file that timeline_text() is.
FileKind timeline_kind();

// "1,204 spans and 310 values", and where it was full, since when.
std::string timeline_extent(const Trace& trace);

}  // namespace headrace
