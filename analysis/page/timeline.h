// Timeline: a trace as a file that viewers and tools of others open.
//
//   timeline_text(trace, TimelineForm::perfetto)   // Trace Event JSON, for ui.perfetto.dev
//   timeline_text(trace, TimelineForm::dftracer)   // .pfw, a line of JSON a call
//   timeline_text(trace, TimelineForm::dxt)        // text as darshan-dxt-parser prints it
//
// In the first a job, or a part of the machine, is a process, and each of its tracks a line: what a rank's
// time went to, a gauge, or requests, which arrows follow from client to server to drive. Time is in
// microseconds with three decimals, so no nanosecond is lost. The others hold the calls of ranks on files.
#pragma once

#include <string>

#include "analysis/output_file.h"
#include "sim/trace.h"

namespace headrace {

enum class TimelineForm { perfetto, dftracer, dxt };

// Returns the form that a file's name ends in: .json, .pfw, or .txt; throws UsageError, which names `option`,
// for others.
TimelineForm timeline_form(const std::string& option, const std::string& file);

std::string timeline_text(const Trace& trace, TimelineForm form);

// Returns the kind of file that timeline_text() is.
FileKind timeline_kind(TimelineForm form);

// Returns what a timeline holds and what it leaves out: "1,204 spans, 310 values of gauges and 250 requests
// (one in each 4 of 1,000 requests)".
std::string timeline_extent(const Trace& trace);

}  // namespace headrace
