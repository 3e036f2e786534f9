// Latency: the percentiles of a run's histograms, gathered over equal components.
//
// "scratch/ost/3 read_latency" and its siblings become one row "scratch/ost/*":
// quantiles of parts cannot be merged, so p50 is the count-weighted mean of the
// instances', p99 and max are those of the worst instance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

struct LatencyRow {
  std::string component;  // "scratch/ost/*"; as it is where it has no number.
  std::string metric;
  std::int64_t instances = 0;
  std::int64_t count = 0;
  Duration p50, p99, max;
};

// Metrics of time that have percentiles, in the order of the rows.
std::vector<LatencyRow> latencies_of(std::span<const MetricRow> rows);

}  // namespace headrace
