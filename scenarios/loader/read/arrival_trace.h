// ArrivalTrace: a file of arrival times: one a line, in seconds since the job's
// start, in order.
//
//   # a comment
//   arrived_at,tokens        (a header: the first line, where it is no number)
//   0.052,3180               (what stands behind a comma is not read)
//
// What is wrong with it is told with file, line and column, like a mistake in a
// scenario.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/job_spec.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// Nothing, with problems added, where it is no trace.
std::optional<std::vector<Duration>> parse_arrival_trace(std::string_view text, const std::string& file,
                                                         Problems& problems);

// "fnv1a-" and 16 hexadecimal digits, of the times.
std::string arrival_trace_digest(const std::vector<Duration>& times);

// Fills in the times and the digest of an inference job that names a trace.
void read_arrival_trace(const std::string& job_name, JobSpec& job, const Places& places,
                        const FileFinder& files, Problems& problems);

}  // namespace headrace
