// Doubts: what a scenario may say and hardly means: figures that nothing can reach, hardware that does not
// exist.
//
// A thing that can be simulated is doubted by a warning that names the usual range and where that comes from;
// a figure that cannot be judged is an error. Only what the text says itself is doubted, never a default.
// Checks without which no scenario is run are in checks.h; doubts about a job or a store stand with it.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/loader/read/checks.h"

namespace headrace {

// Doubts bandwidths of ports, drives and memory that no product has.
void doubt_hardware(const Scenario& scenario, const Places& places, Problems& problems);

// Says why a comparison of that figure always comes out the same: "a percentage is never above 100, so this
// never holds"; empty where it may come out either way.
std::string why_pointless(std::string_view figure, std::string_view comparison, double number);

// Says whether a percentage that should be high is asked to be above a fraction.
bool is_fraction_of_percent(std::string_view figure, std::string_view comparison, double number);

}  // namespace headrace
