// Assertions of a scenario: "jobs.train.au_percent >= 90": parsed and checked
// when the scenario is read, judged by analysis/ after the run. In a comparison
// that must hold in every arm; "arms.lru.jobs.train.cache.hit_rate > 0.5" in one.
#pragma once

#include <optional>
#include <string>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Fills scenario.assertions from its texts; `places` tells where "assert[0]" stands.
void parse_assertions(Scenario& scenario, const Places& places, Problems& problems);

// Refuses those about figures that the answer will not have: after the workloads and the arms were read.
void check_assertions(const Scenario& scenario, const Places& places, Problems& problems);

// Reads an assertion of another part of the text, whose place and path are given: nothing, with problems, for
// a figure that no job of the scenario has.
std::optional<Assertion> read_assertion(const std::string& text, const Mark& mark, const Scenario& scenario,
                                        const std::string& path, Problems& problems);

// Refuses what is published of figures that no arm has (study_figure.h), of no arms, or twice.
void check_study_figures(const Scenario& scenario, const Places& places, Problems& problems);

}  // namespace headrace
