// ComparisonTable: a line an arm, a table a job; and what each job lost to the others.
#pragma once

#include <span>
#include <string>

#include "analysis/answer/comparison.h"

namespace headrace {

std::string comparison_table(const Comparison& comparison, std::span<const ArmRuns> arms);

// Tables what jobs lost to each other, of runs whose jobs were also run alone; else empty. `runs` are
// replications: means over those that count.
std::string interference_table(std::span<const RunResult> runs);

}  // namespace headrace
