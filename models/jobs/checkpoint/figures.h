// The figures of checkpoints, rows of the table in models/jobs/figures.h, and what is computed for them.
#pragma once

#include <optional>
#include <span>

#include "models/jobs/figure.h"
#include "models/jobs/job_result.h"

namespace headrace {

std::span<const FigureRow> checkpoint_figures();

// Returns the share of all ranks' time that went to checkpoints, in percent; nothing for a job without.
std::optional<double> checkpoint_stall_percent(const JobResult& job);
// Returns whether it is known when a checkpoint was safe on the job's storage.
bool is_durable(const SpanResult& span);
// Returns how long it took until all ranks could go on; that of rank 0 alone, which DLIO reports, is shorter.
Duration time_of_all(const SpanResult& checkpoint);
// Returns the bytes of a checkpoint over the time until all ranks could go on and all of it was on the
// storage; nothing where it is not there.
std::optional<double> bytes_per_second(const SpanResult& checkpoint);

}  // namespace headrace
