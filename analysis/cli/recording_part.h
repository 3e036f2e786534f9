// RecordingPart: what a page tells of a recording, which `headrace import` made of a trace.
//
//   if (is_recording(file)) report.parts.push_back(recording_part(file));
//
// Figures over time come first. Left out is what a run of the same would have been (replay, infer).
#pragma once

#include <string>

#include "analysis/report/report.h"

namespace headrace {

// Throws InputError where the file is no recording of this headrace.
ReportPart recording_part(const std::string& file);

}  // namespace headrace
