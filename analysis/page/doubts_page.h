// The answer of `headrace doubt`: how far a figure can be relied on, and which priors it hangs on.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/doubts.h"
#include "analysis/text.h"

namespace headrace {

// Returns a paragraph on the figure and a table of priors; `all` adds those that move it no more than a seed.
std::string doubts_text(const DoubtDesign& design, const DoubtedFigure& doubted, const Style& style,
                        bool all);

// Returns lines on draws and priors that no scenario may have; empty where there are none.
std::string left_out_text(const DoubtDesign& design);

// Returns what `doubts_text` says for programs: {"figure", "value", "by_seed", "by_priors", "priors"}.
nlohmann::ordered_json doubts_tree(const DoubtDesign& design, const DoubtedFigure& doubted);

}  // namespace headrace
