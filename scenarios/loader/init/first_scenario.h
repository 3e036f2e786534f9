// FirstScenario: a scenario that runs, made of what is known of a machine and a job, each guess marked.
//
//   FirstScenario made = first_scenario(evidence, wish);
//   made.text        // headrace/1, each value with its place or with its guess and the reason
//   made.gaps        // what was guessed, of which ranked_gaps.h names those that matter most
//
// The machine is a described one (assembled_system.h) or a shipped platform with what was read of its nodes.
// The job is the DLIO file, or the loader behind the recording, or else UNet3D. Problems have an error where
// no scenario can be made, or the one that was made is refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/loader/init/assembled_system.h"

namespace headrace {

struct FirstScenarioWish {
  std::string file = "scenario.yaml";  // Where the scenario will lie: paths in it are from there.
  std::string platform;                // Name or path of a shipped platform; empty: none is asked for.
  std::string store;                   // Kind of store, where a description's words do not tell.
  std::int64_t nodes = 0;              // 0: as many as the files tell.
};

struct FirstScenario {
  std::string text;
  std::string storage, platform;  // Name of the file system; the included platform, or empty.
  std::vector<ImportedValue> values;
  ImportCounts counts;
  std::vector<ImportGap> gaps;
  std::vector<Contradiction> contradictions;
  std::vector<NotTaken> not_taken;
  Problems problems;
};

FirstScenario first_scenario(const Evidence& evidence, const FirstScenarioWish& wish);

// Returns the line by which a file of this kind begins.
std::string_view first_scenario_head();

}  // namespace headrace
