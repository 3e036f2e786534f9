// Replications: several runs of one scenario, seen as one result.
//
// Runs that finished count; where none did, all do. Figures are means over them, percentiles and maxima those
// of all their values together; what cannot be averaged (epochs, time budget, resources) is that of the
// first.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/answer/answer.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

struct JobFigures {
  Spread au_percent;
  Spread samples_per_second;
  Spread mib_per_second;
  Spread seconds;
};

// The run whose details stand for all; `runs` is not empty.
const RunResult& representative(std::span<const RunResult> runs);

// The runs whose figures count: in order, never none.
std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs);

// A percentile or the greatest of all values of the replications: "inference.latency_ms.p99". Of two or more
// runs; nothing for other figures. The mean is the pooled value, its interval by bootstrap over replications.
std::optional<Spread> pooled_over(std::span<const RunResult> runs, std::size_t job, std::string_view path);

JobFigures figures_of(std::span<const RunResult> runs, std::size_t job);

// The representative's job with the figures averaged, its histograms those of all runs, and judged by the
// average.
JobResult averaged_job(std::span<const RunResult> runs, std::size_t job);

std::vector<Answer> answers_of(std::span<const RunResult> runs);  // One a job.

// The outcome to report for all: the first that is not finished.
const RunOutcome& joint_outcome(std::span<const RunResult> runs);

}  // namespace headrace
