// Priors: the numbers of a scenario that nobody measured on the machine that they stand for.
//
//   const ScenarioRead read = read_scenario_file(file);
//   for (const Prior& prior : priors_of(*read.scenario, read.places))
//     read_scenario_file(file, {prior.path + "=" + prior.text(1 / prior.factor)});   // Its low end.
//
// These are times and rates: defaults of the program whose source says that they are priors, and values
// whose line in a file has [assumed] or [derived] as the first tag of its comment; and numbers without a
// unit, such as shares, and whole ones, such as windows, whose line states a range: [fitted] within a factor
// of 1.2. Left out: what is zero.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scenarios/loader/fields/prior_range.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct Prior {
  std::string path;    // "platform.nodes.clients.host_work.pytorch.handover"
  std::string source;  // Words of the field, or of the comment.
  double factor = 1;   // The truth is thought to lie within value / factor and value x factor; 1: known.
  std::variant<Duration, Bandwidth, Distribution, double, WholeNumber> value;

  // Returns so many times the value as a scenario writes it. A distribution keeps its form.
  std::string text(double times = 1, int digits = 3) const;
  // Returns "10 us to 90 us": the range; of a distribution that of its mean.
  std::string range() const;
  // Returns the value in nanoseconds, bytes a second, or as it is; of a distribution its mean.
  double size() const;
  bool is_whole() const { return std::holds_alternative<WholeNumber>(value); }
};

// Returns the times, rates, numbers and counts of the platform and the jobs that are not zero, in the order
// of their fields; those that are no priors have the factor 1.
std::vector<Prior> quantities_of(const Scenario& scenario, const Places& places);

// Returns those of them that are priors. `places` are the scenario's: a field without one is a default.
std::vector<Prior> priors_of(const Scenario& scenario, const Places& places);

}  // namespace headrace
