// FreeFields: times, rates, numbers and counts of scenarios whose values are to be found from what was
// measured.
//
//   FreeFields read = read_free_fields({"platform.nodes.clients.host_work.pytorch.handover",
//                                       "platform.nodes.clients.host_work.pytorch.collate=0.2 GB/s..2 GB/s"},
//                                      {{"ours.yaml", {}}}, 2);
//
// All scenarios share the value of a field.
// A prior has a range by its source (prior_range.h); anything else is given one: nine of ten such values are
// thought to lie within it. What may be tried goes beyond, and must be a scenario too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/priors.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

struct FreeFields {
  std::optional<std::vector<Prior>> fields;  // Absent when there are errors.
  Problems problems;
};

// `reach` is by how many standard deviations of its logarithm a field may be off its middle. Expects at least
// one scenario.
FreeFields read_free_fields(const std::vector<std::string>& words, const std::vector<ScenarioFile>& scenarios,
                            double reach);

// Returns the standard deviation of the logarithm of what nine times in ten is within a factor.
double deviation_of(double factor);

}  // namespace headrace
