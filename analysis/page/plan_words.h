// PlanWords: words that the answers of all searches share.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/planning/observation.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Returns the last two words of a path, which tell a count from another: "oss.count".
std::string last_name(const std::string& path);

// Writes the figure with half of its 95 % interval, by twice the standard error; "none" where there is none.
std::string figure_text(const Assertion& target, const MarginEstimate& margin);

nlohmann::ordered_json estimate_tree(const Assertion& target, const MarginEstimate& margin);

// Cuts "the nodes' cores" from "the nodes' cores, for which the loaders queue (…)": what fits a table.
std::string without_details(const std::string& limit);

}  // namespace headrace
