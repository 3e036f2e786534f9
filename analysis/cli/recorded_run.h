// RecordedRun: a run of a scenario whose trace becomes a recording, to be held against another one.
//
//   const auto read = recorded_run(scenario, "run.recording");
//   if (!read) return ExitCode::interrupted;
#pragma once

#include <optional>
#include <string>

#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Returns nothing where it was interrupted.
std::optional<RecordingRead> recorded_run(const Scenario& scenario, const std::string& output);

}  // namespace headrace
