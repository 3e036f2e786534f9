// Sweep page: the points of a sweep as a table for people, and as JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/sweep_answer.h"

namespace headrace {

// Shows the first points, or all of them.
std::string sweep_table(const SweepAnswer& answer, bool all);
nlohmann::ordered_json sweep_tree(const Sweep& sweep, const SweepAnswer& answer);

}  // namespace headrace
