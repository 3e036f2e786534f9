// The smallest sufficient change, as `headrace explain` prints it, with the call that repeats it by hand.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/sufficient_change.h"

namespace headrace {

// `file` and `arm` are those of the scenario; an empty arm is none.
std::string sufficiency_text(const Headline& headline, const SufficiencyFound& found, const std::string& file,
                             const std::string& arm);

// Returns the same for programs (README.md).
nlohmann::ordered_json sufficiency_tree(const Headline& headline, const SufficiencyFound& found);

}  // namespace headrace
