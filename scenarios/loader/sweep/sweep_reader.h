// Reads the sweep of a scenario: its axes, its design and its constraints, with all that is wrong with them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/sweep/sweep_parts.h"

namespace headrace {

// Returns the sweep of a scenario that was read; null where it has errors. Axes of the command line take the
// place of those of the same path.
std::shared_ptr<const SweepParts> read_sweep_parts(const MergedScenario& merged, MergedScenario::Read base,
                                                   const std::vector<std::string>& axes, Problems& problems);

}  // namespace headrace
