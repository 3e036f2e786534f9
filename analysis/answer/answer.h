// Answer: the sentence a user came for, and why it is so.
//
//   "15 x H100 reach 97.4 % AU (target 90 %: pass); limited by host work per step"
//
// Pure functions of a job's rows; limitation.h says what limits it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/answer/limitation.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

struct Answer {
  std::string job;
  std::string sentence;
  Limitation limitation;
  std::string help;             // One or two sentences; empty when there is nothing to say.
  std::string sure;             // How far off the model may be; empty where nothing is known of such jobs.
  std::string caches;           // What never touched the storage; empty where all epochs and read-backs did.
  std::string short_epochs;     // Whether epochs are too short for what is said; empty where they are not.
  std::string start_up;         // What the start of the job took; empty where it is a small share.
  std::string simulated_steps;  // How many steps were simulated; empty where all were.
};

// `au` is the spread over replications; with fewer than two it is not shown.
Answer answer_of(const JobResult& job, std::span<const ResourceResult> resources, const RunOutcome& outcome,
                 const Spread& au = {});

// Returns one answer a job, of all replications together.
std::vector<Answer> answers_of(std::span<const RunResult> runs);

// Returns the representative's job with its figures averaged.
JobResult averaged_job(std::span<const RunResult> runs, std::size_t job);

// "15 x H100"; "15 accelerators" where the scenario does not name them.
std::string accelerators_text(const JobResult& job);
std::string ranks_text(const JobResult& job);  // "8 ranks": of a job that computes nothing.

}  // namespace headrace
