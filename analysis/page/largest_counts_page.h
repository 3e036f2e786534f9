// The answer of `headrace validate --largest-counts`: how many accelerators the nodes of each row could feed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "analysis/answer/largest_counts.h"
#include "analysis/text.h"

namespace headrace {

// A table of the rows, what limits each of them, and the scores.
std::string largest_counts_text(const std::string& set, std::span<const LargestCount> counts,
                                const Style& style);

// Returns the same for programs: {"set", "rows", "scores"}.
nlohmann::ordered_json largest_counts_tree(const std::string& set, std::span<const LargestCount> counts);

}  // namespace headrace
