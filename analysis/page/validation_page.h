// The answer of `headrace validate`: every row of a table predicted, and how good all predictions are.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/validation.h"
#include "analysis/text.h"

namespace headrace {

// A table of the rows of each system, the rows that have no scenario, and the scores. Rows that were not run
// are left out; `with_sources` adds where each comes from.
std::string validation_text(const std::string& set, const Validation& validation, const Style& style,
                            bool with_sources);

// Returns which row it is, for programs: {"role", "system", "workload", "accelerator", "hosts",
// "accelerators", "variant"}.
nlohmann::ordered_json row_head(const MeasuredRow& row);
// Returns the rows and scores of `validation_text` for programs: {"set", "rows", "scores"}.
nlohmann::ordered_json validation_tree(const std::string& set, const Validation& validation);

}  // namespace headrace
