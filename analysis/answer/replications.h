// Replications: several runs of one scenario, seen as one result.
//
// Runs that finished count; where none did, all do. Figures, and where the ranks' time went, are means over
// them, percentiles and maxima those of all their values together; what cannot be averaged (epochs,
// resources) is that of the first.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// Returns the run whose details stand for all; `runs` is not empty.
const RunResult& representative(std::span<const RunResult> runs);

// Returns the runs whose figures count: in order, never none.
std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs);

// Returns a percentile or the greatest of all values of the replications, "inference.latency_ms.p99": as the
// mean the pooled value, with an interval by bootstrap over replications. Nothing for other figures, and of
// fewer than two runs.
std::optional<Spread> pooled_over(std::span<const RunResult> runs, std::size_t job, std::string_view path);

// Returns the same of the values themselves, one histogram a replication.
std::optional<Spread> pooled_over(std::span<const Histogram* const> replications, std::string_view path);

// Says whether a figure is a percentile: the mean of those of runs is none of all values.
bool is_percentile(std::string_view path);

// Returns the outcome to report for all: the first that is not finished.
const RunOutcome& joint_outcome(std::span<const RunResult> runs);

}  // namespace headrace
