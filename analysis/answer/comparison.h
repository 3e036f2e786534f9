// Comparison: the arms of a scenario, one against the other on the same draws.
//
//   "sieve is the best of 4 arms: done in 812 s, 3.1 % less than lru [2.8, 3.4]; 91.0 % AU against 88.9 %"
//
// Replication r of every arm draws from the same seed, so arms are compared replication by replication. Who
// is named best has passed the test of statistics/best_of.h, corrected for the number of arms; arms that it
// cannot tell apart are tied. Differences are to the first arm. Of arms of different sizes neither the rate
// of all accelerators nor the time of all work is compared: the largest would be ahead by its size.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures/figures.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

struct ArmRuns {
  std::string name;
  std::vector<RunResult> runs;  // The replications.
};

// Merit: the figure by which arms are compared: what users of such a job wait for.
struct Merit {
  std::string path;  // "seconds": of jobs that all do the same work.
  bool less_is_better = true;
  std::string words = {};  // Beside its value in a sentence, "samples/s"; empty: those of a time.
  bool each = false;       // Figure of each accelerator, where the arms have different numbers of them.
};

struct JobComparison {
  std::string job;
  Merit merit;
  std::vector<Spread> values;  // One an arm.
  // The merit of an arm above that of the first, in percent, over the pairs of replications.
  std::vector<Spread> differences;
};

struct Comparison {
  std::vector<JobComparison> jobs;
  std::vector<Spread> gains;  // One an arm: geometric mean over jobs, in percent; above 0 is better.
  std::size_t ahead = 0;      // The arm with the greatest gain of those that finished, the first of equals.
  bool crowned = false;       // True where it is clearly better than every other arm that finished.
  std::vector<std::size_t> tied;  // The arms that cannot be told from it, itself among them, in their order.
  bool exact = false;             // Chance has no part: each arm's replications are one, event by event.
  std::string sentence;
  std::vector<std::string> job_sentences;  // One a job, where there are several.
};

bool failed(const ArmRuns& arm);                                 // A job of any run lost a node.
bool finished(const ArmRuns& arm);                               // All of its runs, and all jobs in them.
const RunOutcome& joint_outcome(std::span<const ArmRuns> arms);  // The first that is not finished.

// Returns the joint figure of "arms.lru.jobs.train.au_percent"; nothing where there is none.
std::optional<Figure> figure_of_arm(std::span<const ArmRuns> arms, std::string_view metric);

// `arms` are at least one, each with at least one run; cut short arms may have fewer runs than others.
Comparison compare_arms(std::span<const ArmRuns> arms);

}  // namespace headrace
