// Report: what `run` says when the simulations are over, and its exit code.
#pragma once

#include <span>
#include <string>

#include "analysis/answer/comparison.h"
#include "analysis/cli/arguments.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

struct Stored {
  std::string database;
  std::int64_t first_run = 0;  // Ids in the database.
  std::int64_t last_run = 0;
  std::string dlio_folder;  // Empty when no DLIO files were written.
};

// `runs` are the replications that were run, at least one. Prints the answer
// on stdout; who waits for what, when a run stalled, also on stderr where the
// answer does not say it.
ExitCode report_runs(const Scenario& scenario, std::span<const RunResult> runs, const Stored& stored,
                     const Arguments& arguments, const Streams& streams);

// Reports a scenario with arms, which were run in turns, in the same way.
ExitCode report_arms(const Scenario& scenario, std::span<const ArmRuns> arms, const Stored& stored,
                     const Arguments& arguments, const Streams& streams);

}  // namespace headrace
