// The answer of `headrace explain`: which side binds, which part to change first, and what each part gives.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/explanation.h"
#include "analysis/text.h"

namespace headrace {

// Returns a verdict and a table of parts; `all` adds those that hardly matter.
std::string explanation_text(const ExplanationDesign& design, const Explanation& found, const Style& style,
                             bool all);

// Returns the same for programs (README.md).
nlohmann::ordered_json explanation_tree(const ExplanationDesign& design, const Explanation& found);

}  // namespace headrace
