// Replications: several runs of one scenario, seen as one result.
//
// Runs that finished count; where none did, all do. Figures are means over
// them; what cannot be averaged (epochs, time budget, resources) is that of the
// first of them.
#pragma once

#include <cstddef>
#include <span>
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

JobFigures figures_of(std::span<const RunResult> runs, std::size_t job);

// The representative's job with the figures averaged, and judged by the average.
JobResult averaged_job(std::span<const RunResult> runs, std::size_t job);

std::vector<Answer> answers_of(std::span<const RunResult> runs);  // One a job.

// The outcome to report for all: the first that is not finished.
const RunOutcome& joint_outcome(std::span<const RunResult> runs);

}  // namespace headrace
