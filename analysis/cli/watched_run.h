// WatchedRun: a run of which nothing is stored, and which ends when the user asks it to.
#pragma once

#include <optional>

#include "scenarios/loader/experiment.h"

namespace headrace {

// Returns nothing where it was interrupted. A trace outlives the call.
std::optional<RunResult> watched_run(const Scenario& scenario, std::int64_t replication,
                                     Trace* trace = nullptr);

}  // namespace headrace
