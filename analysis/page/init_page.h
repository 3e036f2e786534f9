// InitPage: what went into a first scenario, as text and as JSON: what was read, what was guessed, the
// guesses that matter most, what contradicts each other, and what was left out.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/output_file.h"
#include "analysis/text.h"
#include "scenarios/loader/init/first_scenario.h"

namespace headrace {

// Returns the report; `with_all` lists every value that was read and every guess.
std::string init_report(const Evidence& evidence, const FirstScenario& made, const Style& style,
                        bool with_all);
nlohmann::ordered_json init_tree(const Evidence& evidence, const FirstScenario& made);

FileKind first_scenario_kind();

}  // namespace headrace
