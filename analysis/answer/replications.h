// Replications: several runs of one scenario, seen as one result.
//
// Runs that finished count; where none did, all do. Figures are means over
// them; what cannot be averaged (epochs, time budget, resources) is that of the
// first of them.
#pragma once

#include <span>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

// Returns the run whose details stand for all; `runs` is not empty.
const RunResult& representative(std::span<const RunResult> runs);

// Returns the runs whose figures count: in order, never none.
std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs);

// Returns the outcome to report for all: the first that is not finished.
const RunOutcome& joint_outcome(std::span<const RunResult> runs);

}  // namespace headrace
