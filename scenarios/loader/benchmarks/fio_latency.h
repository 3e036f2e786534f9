// FioLatency: the latencies of the jobs of a run together, in nanoseconds.
//
// Percentiles of one job are as fio gives them. Those of several can be joined only where fio wrote how many
// operations each bin has (json+); without that there are none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/text/tree.h"

namespace headrace {

struct FioPercentile {
  double nanoseconds = 0;
  Mark mark;
  std::string words;  // What it was read from.
};

// Returns the percentile of a share in percent, such as 99.9; `sides` are the "read" or "write" of each job.
std::optional<FioPercentile> fio_percentile(const std::vector<const Tree*>& sides, double percent);

}  // namespace headrace
