// RunComparisonJson: how stored runs differ, for programs: each point with its pairs and all its figures.
// README.md documents every key.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "analysis/answer/run_comparison.h"

namespace headrace {

nlohmann::ordered_json run_comparison_tree(const RunComparison& comparison);

}  // namespace headrace
