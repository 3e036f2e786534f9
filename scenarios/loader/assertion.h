// Assertions of a scenario: "jobs.train.au_percent >= 90": parsed and checked
// when the scenario is read, judged by analysis/ after the run.
#pragma once

#include <string_view>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/tree.h"

namespace headrace {

// Figures of a job that may be asserted, by their names in the JSON answer.
inline constexpr std::string_view kAssertedFigures[] = {"au_percent", "samples_per_second", "mib_per_second",
                                                        "first_batch_seconds"};

// Fills scenario.assertions from its texts; `places` tells where "assert[0]" stands.
void parse_assertions(Scenario& scenario, const std::map<std::string, Mark>& places, Problems& problems);

}  // namespace headrace
