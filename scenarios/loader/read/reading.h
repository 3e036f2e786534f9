// Reading: read_scenario() with a say in which other files it may open.
#pragma once

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files);

}  // namespace headrace
