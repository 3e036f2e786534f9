// Interference: what the jobs of a run lost to each other, against each by itself on the same draws.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/run_result.h"

namespace headrace {

// `alone`: one run a job, with that job only. A job that did not finish in both is left out.
std::vector<Interference> find_interference(const RunResult& together, std::span<const RunResult> alone);

// "train takes 1.31 times as long as alone, serve 1.02 times"; empty when nothing was measured.
std::string interference_sentence(std::span<const RunResult> runs);

}  // namespace headrace
