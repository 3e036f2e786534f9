// A scenario as a text, and the hash of that text.
#pragma once

#include <string>

#include "scenarios/loader/scenario.h"

namespace headrace {

// Returns the resolved scenario as a scenario text: defaults filled in, units in full, includes and DLIO
// files merged. Reading it again gives the same scenario.
std::string write_scenario(const Scenario& scenario, bool with_origins = false);

// Return 64 bits as 16 hexadecimal digits: of any text, and of a scenario over its resolved text.
std::string hash_of_text(const std::string& text);
std::string scenario_hash(const Scenario& scenario);

}  // namespace headrace
