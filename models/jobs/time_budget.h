// The time budget of a job: what each rank's time went to, and meanwhile what was done for it.
//
//   for (const TimeBudgetRow& row : by_cause(result.time_budget)) …   // one row a rank and cause
//
// A cause is what the rank itself did. Of one that waits the activity is what it waited for: of a batch, what
// its batch was doing; at a barrier, what the last rank to come was doing. The rows of a rank add up to its
// time, to the nanosecond.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/account.h"
#include "sim/units.h"

namespace headrace {

enum class Cause : std::uint8_t {
  compute,
  // A batch, an operation of a probe, the model that an inference server loads, or what it writes at the end.
  batch_wait,
  barrier_wait,
  host,
  checkpoint,
  evaluation,
  idle,
  network_wait,
  copy_wait,
  failure,       // Work that a failure cut off, and the time until the job began again.
  startup,       // Imports before the work, and waiting for those of others.
  logging,       // Appending to logs, between steps.
  pipeline_wait  // Until a neighbour in the pipeline, or its last stage, has done its part.
};
inline constexpr std::string_view kCauses[] = {
    "compute",      "batch_wait", "barrier_wait", "host",    "checkpoint", "evaluation",   "idle",
    "network_wait", "copy_wait",  "failure",      "startup", "logging",    "pipeline_wait"};

inline std::string_view word(Cause cause) { return kCauses[static_cast<std::size_t>(cause)]; }
inline std::string_view word(Activity activity) { return kActivities[static_cast<std::size_t>(activity)]; }

struct TimeBudgetRow {
  std::int64_t rank = 0;
  Cause cause = Cause::compute;
  Activity activity = Activity::none;
  Duration spent;
};

// Sums the activities of each rank and cause; in the order of the first row of each.
std::vector<TimeBudgetRow> by_cause(const std::vector<TimeBudgetRow>& budget);

}  // namespace headrace
