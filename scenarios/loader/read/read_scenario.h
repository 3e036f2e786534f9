// Reads a scenario from its text or its file.
//
//   auto read = read_scenario_file("scenarios/first_run.yaml", {"seed=2"});
//   if (!read.scenario) fail(read.problems.text());
//
// Resolves includes, DLIO files and overrides, and reports every problem at once. Nothing runs here.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// ScenarioFile: what a scenario is read from.
struct ScenarioFile {
  std::string path;
  std::vector<std::string> overrides;

  friend auto operator<=>(const ScenarioFile&, const ScenarioFile&) = default;
};

// Overrides are `key.path=value` with values as in the file.
ScenarioRead read_scenario_file(const std::string& path, const std::vector<std::string>& overrides = {});
ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides = {});

// Reads as that does, and refuses loaders that hold more than the memory of their node, of which reading only
// warns: a real job is killed there.
ScenarioRead read_scenario_that_fits(const std::string& path, const std::vector<std::string>& overrides = {});

// Reads with a say in which other files may be opened.
ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files);

}  // namespace headrace
