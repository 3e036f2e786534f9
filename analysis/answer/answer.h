// Answer: the sentence a user came for, and why it is so.
//
//   "15 x H100 reach 97.4 % AU (target 90 %: pass); limited by host work per step"
//
// Pure functions of a job's rows. What limits a job is the largest loss of its
// time budget. Where that is waiting for data, it is the busiest server, or, where
// none is busy, the innermost limit on what is in flight.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

enum class Limit {
  unknown,       // No time budget: nothing was run.
  accelerators,  // Hardly anything but compute.
  host,          // Work of the host in each step.
  exchange,      // Of gradients, in each step.
  checkpoint,
  evaluation,
  failure,       // Of its nodes: what was cut off, and until the job began again.
  resource,      // Waiting for data, and a server is busy or a window full.
  epoch_start,   // Waiting for data, most of it for the first batches of epochs.
  slowest_rank,  // Waiting for data, most of it at the barrier.
  latency,       // Waiting for data, and no server is busy.
  queue,         // Of an inference job: requests wait, though its servers are not busy.
  arrivals,      // Of an inference job: nothing holds it up.
};

struct Limitation {
  Limit limit = Limit::unknown;
  std::string by;         // "host work per step"; completes "limited by".
  std::string help;       // "less host work per step"; completes "What would help:".
  double data_share = 0;  // Of the ranks' time, spent waiting for data or for each other.
};

// A server at or above this share of its time is called busy.
inline constexpr double kBusy = 0.7;

Limitation find_limitation(const JobResult& job, std::span<const ResourceResult> resources);

struct Answer {
  std::string job;
  std::string sentence;
  Limitation limitation;
  std::string help;    // One or two sentences; empty when there is nothing to say.
  std::string caches;  // What never touched the storage; empty where all epochs and read-backs did.
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

}  // namespace headrace
