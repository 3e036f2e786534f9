// RunPlots: the figures of one run: where time went, what was busy when, how long waits were, what was moved.
//
//   for (const Plot& plot : run_plots(run, "lru")) …   // "lru" is the arm, a part of the ids
//
// A figure of which the run has nothing is left out.
#pragma once

#include <string>
#include <vector>

#include "analysis/report/plot.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

std::vector<Plot> run_plots(const RunResult& run, const std::string& arm = {});

}  // namespace headrace
