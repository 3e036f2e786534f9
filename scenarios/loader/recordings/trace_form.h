// TraceForm: a format of traces of other programs, by its name at `headrace import`.
//
//   ImportReport report = import_traces("dxt", {"run.txt"}, "run.recording", {});
//
// Each has a source of its own and a row of the table in trace_form.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/recordings/import_report.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/recordings/trace_input.h"

namespace headrace {

struct TraceForm {
  std::string_view name;
  std::string_view meaning;  // For the help.
  // Adds the operations of a file and what there is to say of them.
  void (*read)(TraceInput& input, RecordingWriter& writer, ImportReport& report);
  // Tells whether a file that begins with these bytes is of the form.
  bool (*recognises)(std::string_view head);
};

std::span<const TraceForm> trace_forms();
const TraceForm* find_trace_form(std::string_view name);  // Null: there is none of that name.

struct TraceImportOptions {
  std::string columns;
  bool strict = false;
  bool anonymise = false;  // Names of files, folders, processes and hosts are replaced.
};

// Makes a recording of traces of one form. Throws InputError where a file cannot be read or has no operation.
ImportReport import_traces(const TraceForm& form, std::span<const std::string> files,
                           const std::string& output, const TraceImportOptions& options);

}  // namespace headrace
