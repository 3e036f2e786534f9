// Percentiles of what several replications measured, all of their values together, with an interval.
//
// A percentile of a mean over replications is no percentile of the values: p99s are not averaged. Values
// within a replication depend on each other, so for the interval whole replications are drawn again.
#pragma once

#include <span>

#include "analysis/statistics/bootstrap.h"
#include "sim/metrics.h"

namespace headrace {

// Returns the value that a share of all records do not pass, to within the width of a histogram's buckets. No
// replication is empty; of one there is no interval.
Estimate pooled_quantile(std::span<const Histogram* const> replications, double share,
                         const BootstrapPlan& plan = {.draws = 499});

}  // namespace headrace
