// Limitation: what limits a job, from what its ranks' time went to.
//
//   Limitation found = find_limitation(job, run.resources);
//   found.by      // "scratch: OST devices (94 % busy while the job waits)"
//
// The largest loss of the time budget limits. Where that is waiting, the budget
// says what was done meanwhile for who waited (a drive worked, a sample was
// decoded, a core was busy with others), and the sentence names that, with the
// resource behind it. No threshold on a mean over the whole run takes part.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "scenarios/loader/run_result.h"

namespace headrace {

enum class Limit : std::uint8_t {
  unknown,  // Nothing that was measured: its ranks waited for nothing, or nothing is known of their time.
  accelerators,  // Hardly anything but compute.
  host,          // Work of the host in each step.
  exchange,      // Exchange of gradients, in each step.
  startup,       // Imports before the work began.
  logs,          // Appending to logs, between steps.
  checkpoint,
  evaluation,
  failure,       // Failures of its nodes: what was cut off, and until the job began again.
  storage,       // Waiting for the storage.
  processing,    // Waiting for decoding, preprocessing, or a core for them.
  delivery,      // Waiting for copies, hand-overs and the start of workers.
  slowest_rank,  // Waiting for a rank that computes longer.
  pipeline,      // Waiting for other stages of a pipeline, which compute.
  queue,         // Requests wait, though the servers are not busy.
  arrivals,      // Nothing holds requests up, or batches but the source of their samples.
};

struct Limitation {
  Limit limit = Limit::unknown;
  std::string by;    // "host work per step"; completes "limited by". Empty where the limit is unknown.
  std::string help;  // "less host work per step"; completes "What would help:".
  // Largest share of the ranks' time that a storage which is never waited for could win; zero: nobody waited
  // for it.
  double won_at_most = 0;
};

// Sentence of Limit::accelerators, in which nothing else is named: more of them could be fed.
inline constexpr const char* kTheAccelerators = "the accelerators themselves";

// Returns what is said of a job that hardly loses any time: it computes, or repeats what was computed.
inline Limitation limited_by_itself(bool replays) {
  if (replays)
    return {Limit::accelerators, "the times between its calls, which a replay keeps",
            "nothing in the storage, as far as a replay can tell"};
  return {Limit::accelerators, kTheAccelerators, "nothing in the storage; it could feed more of them"};
}

// Ends the sentence of an answer: "; limited by host work per step", or that nothing limits it.
std::string limited_by_text(const Limitation& limitation);

// Finds what limits a job that trains, writes checkpoints, sweeps a data set or probes the storage.
Limitation find_limitation(const JobResult& job, std::span<const ResourceResult> resources);

}  // namespace headrace
