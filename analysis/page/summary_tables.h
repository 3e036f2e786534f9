// The tables of a summary, each a pure function of a run's rows. An empty text
// where there is nothing to show.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

// Long tables keep their first and last rows unless `all`.
std::string epoch_table(const JobResult& job, bool all);
std::string checkpoint_table(const JobResult& job, bool all);
std::string time_budget_table(const JobResult& job);
std::string resource_table(const RunResult& run, bool all);
std::string latency_table(const RunResult& run, bool all);
std::string replication_table(std::span<const RunResult> runs, std::size_t job);

}  // namespace headrace
