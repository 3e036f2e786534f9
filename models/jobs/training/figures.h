// The figures of workloads, rows of the table in models/jobs/figures.h, and what is computed for them.
#pragma once

#include <optional>
#include <span>

#include "models/jobs/figure.h"
#include "models/jobs/job_result.h"

namespace headrace {

// Returns the rows of jobs that train, and of the checkpoints of workloads.
std::span<const FigureRow> workload_figures();

// Returns the share of all ranks' time in computation that no failure has undone, in percent; nothing for a
// job that does not train, or has not begun.
std::optional<double> goodput_percent(const JobResult& job);
// Returns the share of all ranks' time in computation, in percent; nothing as above.
std::optional<double> utilisation_percent(const JobResult& job);
// Returns whether the benchmark's target is reached; nothing where there is none, or no utilisation.
std::optional<bool> passes_au(const JobResult& job);
// Returns hits over lookups, as a share; nothing for a job without a cache.
std::optional<double> cache_hit_rate(const JobResult& job);

}  // namespace headrace
