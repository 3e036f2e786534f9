// TimePlots: the figures of a run over time: who waited, how busy resources were, and, of a run with
// `--series`, queues and rates of each server and node.
#pragma once

#include <vector>

#include "analysis/report/plot.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

std::vector<Plot> time_plots(const RunResult& run);

}  // namespace headrace
