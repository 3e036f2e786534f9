// HydraValue: the right-hand side of a Hydra override: 8, False, seed, 'a text',
// [1,2], {type:normal,mean:0.3}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/loader/text/tree.h"

namespace headrace {

// Nothing, and a sentence that says why, where the text is no value. All of the tree stands at `mark`.
std::optional<Tree> parse_hydra_value(std::string_view text, const Mark& mark, std::string& why);

}  // namespace headrace
