#include "analysis/cli/recorded_run.h"

#include "analysis/cli/watched_run.h"
#include "analysis/page/timeline_calls.h"
#include "scenarios/loader/recordings/dftracer.h"

namespace headrace {

std::optional<RecordingRead> recorded_run(const Scenario& scenario, const std::string& output) {
  TraceChoice choice;
  choice.calls = true;
  choice.most = std::size_t{50'000'000};
  Trace trace(choice);
  if (!watched_run(scenario, 1, &trace)) return std::nullopt;
  const std::string text = dftracer_lines(trace);
  ImportReport report;
  RecordingWriter writer(output);
  TraceInput input{output, TextLines::of_text(text), "", ""};
  read_dftracer(input, writer, report);
  writer.finish(report);
  return read_recording(output);
}

}  // namespace headrace
