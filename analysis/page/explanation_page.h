// The answer of `headrace explain`: which side binds, which part to change first, and what each part gives.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/blame.h"
#include "analysis/answer/explanation.h"
#include "analysis/text.h"

namespace headrace {

// Returns a verdict and a table of parts; `all` adds those that hardly matter. The critical path of a run is
// null where that did not come to its end.
std::string explanation_text(const ExplanationDesign& design, const Explanation& found, const Blame* blame,
                             const Style& style, bool all);

// Returns the same for programs (README.md).
nlohmann::ordered_json explanation_tree(const ExplanationDesign& design, const Explanation& found,
                                        const Blame* blame);

}  // namespace headrace
