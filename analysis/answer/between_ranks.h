// Limitations of ranks that train by what is no storage: the sum of gradients, the stages of a pipeline, the
// source of samples. Shares are of the time of ranks.
#pragma once

#include "analysis/answer/limitation.h"

namespace headrace {

Limitation limited_by_slowest_rank();

// Names a pipeline whose ranks wait for its other stages and compute for so long.
Limitation limited_by_pipeline(const StepResult& step, double waiting, double computing);

// Names the exchange of gradients; most of it may be for other bytes in the ports of nodes.
Limitation limited_by_exchange(const JobResult& job, bool waits_in_ports);

// Names the source of samples, which ranks wait for.
Limitation limited_by_source();
// Says what share of its samples a source dropped, or that it was held up, to stand behind what limits the
// job; nothing where neither was.
std::string text_of_losses(const JobResult& job);

}  // namespace headrace
