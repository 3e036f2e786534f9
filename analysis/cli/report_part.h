// ReportPart: what a page tells of one stored result or recording, made of its rows.
//
//   report.parts.push_back(report_part("results/first_run.db", "", streams));
//
// A word names a file, whose last call of `run`, `probe` or `validate` is told of, or else its sweep; or a
// run or sweep of it, as `show answer` and `compare` name them; or a recording (recording_part.h).
#pragma once

#include <string>

#include "analysis/output.h"
#include "analysis/report/report.h"

namespace headrace {

// `figure` is what points of a sweep are told by; empty: what each job is for. Throws UsageError and
// InputError.
ReportPart report_part(const std::string& word, const std::string& figure, const Streams& streams);

}  // namespace headrace
