// StartUp: what the start of a job's processes took, where that is a large share of its time.
#pragma once

#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

// A start is worth a sentence from this share of the ranks' time on.
inline constexpr double kLargeStart = 0.1;

// Says how long the job took to start, and what its processes did; empty where that is a small share.
std::string start_up_sentence(const JobResult& job);

}  // namespace headrace
