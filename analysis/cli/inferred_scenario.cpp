#include "analysis/cli/inferred_scenario.h"

#include <filesystem>
#include <utility>

namespace headrace {

FileKind inferred_kind() {
  return {"inferred workload",
          [](std::string_view start) { return start.starts_with("# A workload inferred from "); }};
}

std::optional<InferredScenario> inferred_scenario(InferredCall call, const Streams& streams) {
  namespace fs = std::filesystem;
  InferredScenario made;
  made.recording = read_recording(call.recording).recording;
  made.found = inferred_loader(made.recording, call.loader);
  made.places.recording = fs::path(call.recording).stem().string();
  if (!call.platform.empty()) {
    const fs::path folder = fs::absolute(with_folder(call.out)).parent_path();
    call.places.platform = fs::exists(call.platform)
                               ? fs::absolute(call.platform).lexically_relative(folder).string()
                               : call.platform;
    Problems problems;
    const PlatformChoice choice = choose_places(call.places, call.out, problems);
    streams.err.write(problems.text(streams.err_colour()));
    if (problems.has_errors()) return std::nullopt;
    made.places.platform = call.places.platform;
    made.places.group = choice.group;
    made.places.storage = choice.storage;
    made.nodes = choice.nodes;
  }
  if (!call.out.empty())
    write_file(with_folder(call.out), workload_text(made.found, made.places), inferred_kind());
  return made;
}

}  // namespace headrace
