// ComparisonPlots: the arms of a scenario against each other, and what they gain over the first.
#pragma once

#include <span>
#include <vector>

#include "analysis/answer/comparison.h"
#include "analysis/report/plot.h"

namespace headrace {

std::vector<Plot> comparison_plots(const Comparison& comparison, std::span<const ArmRuns> arms);

}  // namespace headrace
