// RunReport: what `run` says when the simulations are over, and its exit code.
#pragma once

#include <span>
#include <string>

#include "analysis/answer/comparison.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/results/stored_call.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// RunReport: the call that is told of, where it stands and how it is to be told.
struct RunReport {
  const Scenario& scenario;
  const std::string& database;  // Path of the database.
  const StoredCall& call;
  const AnswerForm& form;
  const Streams& streams;
};

// `runs` are the replications that were run, at least one. Prints the answer
// on stdout; who waits for what, when a run stalled, also on stderr where the
// answer does not say it.
ExitCode report_runs(const RunReport& report, std::span<const RunResult> runs);

// Reports a scenario with arms, which were run in turns, in the same way.
ExitCode report_arms(const RunReport& report, std::span<const ArmRuns> arms);

}  // namespace headrace
