// ComparisonJson: the answer of a scenario with arms for programs. README.md documents every key.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "analysis/answer/comparison.h"
#include "analysis/page/json.h"

namespace headrace {

// `arms` as for compare_arms(); each has its own result_tree() under its name.
nlohmann::ordered_json comparison_tree(const Scenario& scenario, std::span<const ArmRuns> arms,
                                       const JsonContext& context);

// The assertions of a scenario as those of its arms: one about a job must hold in each of them.
std::vector<Assertion> assertions_of_arms(const Scenario& scenario);

}  // namespace headrace
