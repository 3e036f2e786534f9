// Assertions of a scenario: "jobs.train.au_percent >= 90": parsed and checked
// when the scenario is read, judged by analysis/ after the run. In a comparison
// that must hold in every arm; "arms.lru.jobs.train.cache.hit_rate > 0.5" in one.
#pragma once

#include <string_view>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/tree.h"

namespace headrace {

// Figures of a job that may be asserted, by their names in the JSON answer.
inline constexpr std::string_view kAssertedFigures[] = {
    "au_percent",
    "samples_per_second",
    "mib_per_second",
    "seconds",
    "first_batch_seconds",
    "checkpoint_stall_percent",
    "checkpoint_seconds",
    "cache.hit_rate",
    "cache.byte_hit_rate",
    "cache.evictions",
    "inference.requests_per_second",
    "inference.dropped",
    "inference.in_system",
    "inference.busy_share",
    "inference.model_load_seconds",
    "inference.latency_ms.mean",
    "inference.latency_ms.p50",
    "inference.latency_ms.p90",
    "inference.latency_ms.p99",
    "inference.latency_ms.p999",
    "inference.latency_ms.max",
    "interference.time_ratio",
    "interference.au_difference",
    "interference.latency_p99_ratio",
};

// Fills scenario.assertions from its texts; `places` tells where "assert[0]" stands.
void parse_assertions(Scenario& scenario, const std::map<std::string, Mark>& places, Problems& problems);

}  // namespace headrace
