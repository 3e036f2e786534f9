// RunEstimate: what one run of a scenario is about to cost, from the scenario alone.
//
//   const RunEstimate estimate = estimate_of(scenario);
//   estimate.memory, estimate.seconds
//
// Events are right within a factor of two on the shipped scenarios; memory is that of the machine and its
// jobs as they are built. What is drawn, ends by a time, or leaves out the rest of epochs is not foreseen.
#pragma once

#include <cstdint>

#include "scenarios/loader/read/checks.h"

namespace headrace {

struct RunEstimate {
  std::int64_t nodes = 0;  // Nodes of the platform.
  std::int64_t ranks = 0;  // Ranks of all jobs.
  double events = 0;
  double memory = 0;   // Bytes.
  double seconds = 0;  // Wall time.
};

// Returns the fidelity of a run: as asked for, and of `auto` flows where they leave out so many events that
// they are cheaper, else requests. Arms have one together, lest they differ by it.
FidelitySpec fidelity_of(const Scenario& scenario);

// Estimates the largest run that the scenario asks for, arms included.
RunEstimate estimate_of(const Scenario& scenario);

// Refuses a machine that no computer could hold.
void check_estimate(const Scenario& scenario, const Places& places, Problems& problems);

}  // namespace headrace
