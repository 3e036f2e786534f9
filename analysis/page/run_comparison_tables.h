// RunComparisonTables: how stored runs differ: a table a job of all figures, or of many points the figure
// that the job is for, a line a point.
#pragma once

#include <string>

#include "analysis/answer/run_comparison.h"

namespace headrace {

// `all`: also what is equal, and the statistics of distributions; of points each one's own tables.
std::string run_comparison_tables(const RunComparison& comparison, bool all);

}  // namespace headrace
