// Percentiles of what was measured, with their intervals.
//
// Of independent values the interval comes from their order alone; of values
// within replications, which depend on each other, whole replications are drawn
// again. A percentile of a mean over replications is no percentile of the values:
// do not average p99s.
#pragma once

#include <span>
#include <vector>

#include "analysis/statistics/bootstrap.h"

namespace headrace {

// The least value that at least that share of them does not pass. `sorted` is not empty.
double percentile_of(std::span<const double> sorted, double share);

// Of independent values. A limit is infinite where so few values have none: 368 are needed for both of a p99.
Estimate percentile_interval(std::span<const double> values, double share, double confidence = 0.95);

// Of all values together, none of the replications being empty.
Estimate pooled_percentile_interval(std::span<const std::vector<double>> replications, double share,
                                    const BootstrapPlan& plan = {});

}  // namespace headrace
