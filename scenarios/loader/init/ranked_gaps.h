// RankedGaps: what a first scenario had to guess, those that answers hang on most at the front, each with
// what would tell it.
//
//   ranked_gaps(gaps).front().advice   // "`ibstat` or `ethtool PORT` on a node tells it"
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/import/platform_lines.h"

namespace headrace {

struct RankedGap {
  ImportGap gap;
  std::string advice;
};

// Returns the gaps for which there is advice, those that matter most first, and each advice once.
std::vector<RankedGap> ranked_gaps(std::span<const ImportGap> gaps);

}  // namespace headrace
