// The answer of `headrace validate` for a table of checkpoints: every time predicted, and how good all
// predictions are.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/checkpoint_validation.h"
#include "analysis/text.h"

namespace headrace {

// Returns a table of the rows of each system, the rows that have no scenario, and the scores. Rows that were
// not run are left out; `with_sources` adds where each comes from.
std::string validation_text(const std::string& set, const CheckpointValidation& validation,
                            const Style& style, bool with_sources);

// Returns the rows and scores of that text for programs: {"set", "rows", "scores"}.
nlohmann::ordered_json validation_tree(const std::string& set, const CheckpointValidation& validation);

}  // namespace headrace
