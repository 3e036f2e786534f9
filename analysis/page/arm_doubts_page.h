// The answer of `headrace doubt` on a scenario with arms: how far each can be relied on, and how often the
// arm that is ahead stays so under other values of what nobody measured.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/arm_doubts.h"
#include "analysis/text.h"

namespace headrace {

// Returns a table of arms and sentences on their order; `all` adds what is said of a scenario without arms,
// of each.
std::string arm_doubts_text(const DoubtDesign& design, const ArmDoubts& doubts, const Style& style, bool all);

// Returns what `arm_doubts_text` says for programs.
nlohmann::ordered_json arm_doubts_tree(const DoubtDesign& design, const ArmDoubts& doubts);

}  // namespace headrace
