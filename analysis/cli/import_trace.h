// Imports traces of other programs as a recording, for `headrace import`.
#pragma once

#include <span>
#include <string>

#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/verb.h"
#include "scenarios/loader/recordings/trace_form.h"

namespace headrace {

// Makes a recording of files and reports what came of it. An empty output is named after the first file.
ExitCode import_trace(const TraceForm& form, std::span<const std::string> files, std::string output,
                      const TraceImportOptions& options, const AnswerForm& answer, const Streams& streams);

// Returns the form of a file by how it begins; null where it is none that is known.
const TraceForm* recognised_form(const std::string& file);

}  // namespace headrace
