// InferredScenario: the loader behind a recording, and what is written of it on a platform, for the verbs
// that infer and scale.
//
//   const auto made = inferred_scenario({"run.recording", "machine.yaml", "ours.yaml", {}, {}}, streams);
//   if (!made) return ExitCode::usage;                // problems were told
#pragma once

#include <optional>
#include <string>

#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/output_file.h"
#include "scenarios/loader/recordings/inferred_workload.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/recordings/replay_scenario.h"

namespace headrace {

struct InferredCall {
  std::string recording, platform, out;  // Paths; empty: no platform, nothing written.
  InferenceWish loader;
  ReplayWish places;
};

struct InferredScenario {
  Recording recording;
  InferredLoader found;
  InferredPlaces places;
  std::int64_t nodes = 0;  // That the platform's group has.
};

// Returns nothing where the platform has problems, which are told.
std::optional<InferredScenario> inferred_scenario(InferredCall call, const Streams& streams);

// Returns by what a file is known that may be written over.
FileKind inferred_kind();

}  // namespace headrace
