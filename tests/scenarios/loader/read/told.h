// Problems of the small scenario, as a reader is told of them.
#pragma once

#include <string>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {

// Returns the text of all problems after a change of the small scenario.
inline std::string told(const std::string& from, const std::string& to) {
  return read_scenario(changed(small_scenario(), from, to), "small.yaml").problems.text();
}

}  // namespace headrace
