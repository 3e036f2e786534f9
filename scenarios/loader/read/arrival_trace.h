// ArrivalTrace: a file of the requests of a service, in order of their times, as CSV or as lines of JSON.
//
//   # a comment
//   arrived_at,num_prefill_tokens,num_decode_tokens     (a header: the first line, where it is no number)
//   0.052,3180,8
//
// Columns are found by the names that Azure's and Vidur's traces give them; without a header the first column
// is the time, in seconds since the job's start, and others are not read. Times that are dates count from the
// first one. Lines of JSON are Mooncake's (request_json.h). Mistakes are told with file, line and column.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/jobs/inference/request_trace.h"
#include "models/jobs/job_spec.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// Nothing, with problems added, where it is no trace.
std::optional<RequestTrace> parse_arrival_trace(std::string_view text, const std::string& file,
                                                Problems& problems);

// "fnv1a-" and 16 hexadecimal digits, of all that the trace holds.
std::string arrival_trace_digest(const RequestTrace& trace);

// Fills in the requests and the digest of an inference job that names a trace.
void read_arrival_trace(const std::string& job_name, JobSpec& job, const Places& places,
                        const FileFinder& files, Problems& problems);

}  // namespace headrace
