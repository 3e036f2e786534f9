// Trace Event JSON, which ui.perfetto.dev and chrome://tracing read: the spans, gauges and requests of a
// trace.
#pragma once

#include <string>
#include <string_view>

#include "sim/trace.h"

namespace headrace {

inline constexpr std::string_view kTimelineStart =
    "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"made_by\":\"headrace\"},\"traceEvents\":[\n";

// Requests of a place that overlap stand on lines of their own, the first one that is free. Arrows lead from
// the client's span of a request to the server's and on to the drive's.
std::string timeline_events(const Trace& trace);

}  // namespace headrace
