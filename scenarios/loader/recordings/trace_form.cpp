#include "scenarios/loader/recordings/trace_form.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "scenarios/loader/recordings/columns.h"
#include "scenarios/loader/recordings/darshan.h"
#include "scenarios/loader/recordings/darshan_head.h"
#include "scenarios/loader/recordings/dftracer.h"
#include "scenarios/loader/recordings/dxt.h"
#include "scenarios/loader/recordings/fio_iolog.h"
#include "scenarios/loader/recordings/strace.h"
#include "scenarios/loader/text/errors.h"

namespace headrace {

std::span<const TraceForm> trace_forms() {
  static constexpr TraceForm kForms[] = {
      {kDarshanForm, "counters that darshan-parser prints; a DXT log of the run says more", read_darshan,
       is_darshan},
      {"dxt", "what darshan-dxt-parser prints", read_dxt, is_dxt},
      {"dftracer", "DFTracer's .pfw and .pfw.gz, old and new", read_dftracer, is_dftracer},
      {"strace", "what strace -f -ttt -T -y -o FILE writes of a run", read_strace, is_strace},
      {"iolog", "what fio writes of a run and replays, versions 2 and 3", read_fio_iolog, is_fio_iolog},
      {"columns", "a table of operations, whose --columns you name", read_columns,
       [](std::string_view) { return false; }},
  };
  return kForms;
}

const TraceForm* find_trace_form(std::string_view name) {
  const auto forms = trace_forms();
  const auto found =
      std::find_if(forms.begin(), forms.end(), [&](const auto& form) { return form.name == name; });
  return found == forms.end() ? nullptr : &*found;
}

ImportReport import_traces(const TraceForm& form, std::span<const std::string> files,
                           const std::string& output, const TraceImportOptions& options) {
  ImportReport report;
  report.form = form.name;
  report.strict = options.strict;
  RecordingWriter writer(output);
  for (const std::string& file : files) {
    const std::string stem = std::filesystem::path(file).stem().string();
    TraceInput input{file, TextLines(file), files.size() > 1 ? " of " + stem : "", options.columns};
    form.read(input, writer, report);
    report.lines += input.lines.number();
    report.bytes += input.lines.bytes();
    if (!input.lines.fault().empty() && input.lines.number() == 0)
      throw InputError(file + ": " + input.lines.fault());
    if (!input.lines.fault().empty()) report.drop(input.lines.fault(), file, input.lines.number());
    if (input.lines.too_long() > 0)
      report.told.push_back(
          file + ": lines of more than 16 MiB were passed over: " + std::to_string(input.lines.too_long()));
  }
  if (options.anonymise) {
    writer.hide_names();
    report.is_anonymous = true;
  }
  writer.finish(report);
  return report;
}

}  // namespace headrace
