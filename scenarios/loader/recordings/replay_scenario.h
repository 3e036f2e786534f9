// ReplayScenario: the text of a scenario that replays a recording on a platform, for `headrace replay`.
//
//   const ReplayScenario made = replay_scenario(wish, "run.recording", "replay.yaml", problems);
//   made.text;                                 // what run takes, and a user may edit
//
// Choices that the user leaves open are made here: the first group of nodes, as many as the recording has
// hosts, and the first file system that all nodes share. Throws InputError where the recording is none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/loader/text/problems.h"
#include "sim/units.h"

namespace headrace {

struct ReplayWish {
  std::string recording, platform;  // Paths, from the folder in which the scenario will lie.
  std::string group, storage;       // Empty: chosen here.
  std::int64_t nodes = 0;           // 0: likewise.
  std::string pace = "think";
  std::int64_t copies = 1;
};

struct ReplayScenario {
  std::string text;                  // Empty where there are problems.
  std::vector<std::string> choices;  // Sentences of what was chosen for the user.
};

// PlatformChoice: where a job runs on a platform.
struct PlatformChoice {
  std::string group, storage;
  std::int64_t nodes = 0;            // That the group has.
  std::int64_t accelerators = 0;     // That a node of the group has.
  Bytes memory;                      // Likewise.
  std::string store;                 // Kind of the file system: "lustre".
  std::vector<std::string> choices;  // Sentences of what was chosen for the user.
};

// Takes what is wished of a platform, and chooses the rest. The file of the scenario is named for places in
// problems, and where the platform is looked up.
PlatformChoice choose_places(const ReplayWish& wish, const std::string& scenario_file, Problems& problems);

// `recording_path` is where the recording lies from the working folder.
ReplayScenario replay_scenario(const ReplayWish& wish, const std::string& recording_path,
                               const std::string& scenario_file, Problems& problems);

}  // namespace headrace
