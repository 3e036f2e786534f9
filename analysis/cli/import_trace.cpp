#include "analysis/cli/import_trace.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/page/recording_page.h"

namespace headrace {

namespace {

// Returns a name in the working folder after that of a trace, without its endings.
std::string named_after(const std::string& file) {
  std::filesystem::path name = std::filesystem::path(file).filename();
  while (name.has_extension()) name = name.stem();
  return name.string() + ".recording";
}

FileKind recording_kind() {
  return {"recording", [](std::string_view start) { return start.starts_with("SQLite format 3"); }, 100};
}

}  // namespace

const TraceForm* recognised_form(const std::string& file) {
  constexpr std::size_t kHead = 256 << 10;  // Bytes: Darshan lists every mounted file system first.
  TextLines lines(file);
  std::string head;
  while (head.size() < kHead && lines.next()) (head += lines.line()) += '\n';
  for (const TraceForm& form : trace_forms())
    if (form.recognises(head)) return &form;
  return nullptr;
}

ExitCode import_trace(const TraceForm& form, std::span<const std::string> files, std::string output,
                      const TraceImportOptions& options, const AnswerForm& answer, const Streams& streams) {
  if (output.empty()) output = named_after(files.front());
  expect_apart({{"--out", output}}, files);
  expect_writable(with_folder(output), recording_kind());
  const ImportReport report = import_traces(form, files, output, options);
  if (answer.json) {
    streams.out.write(json_text(recording_tree(report, output)));
    return ExitCode::ok;
  }
  if (answer.quiet) return ExitCode::ok;
  streams.out.write(recording_report(report, Style(streams.out_colour())));
  streams.out.write("\n" + output + " is the recording: `headrace replay " + output + " PLATFORM.yaml`.\n");
  return ExitCode::ok;
}

}  // namespace headrace
