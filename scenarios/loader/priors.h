// Priors: the numbers of a scenario that nobody measured on the machine that they stand for.
//
//   const ScenarioRead read = read_scenario_file(file);
//   for (const Prior& prior : priors_of(*read.scenario, read.places))
//     read_scenario_file(file, {prior.path + "=" + prior.text(1 / prior.factor)});   // Its low end.
//
// These are times and rates: defaults of the program whose source says that they are priors, and values
// whose line in a file has [assumed] or [derived] as the first tag of its comment. Left out: what is zero,
// and numbers without a unit, such as counts and shares.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

struct Prior {
  std::string path;    // "platform.nodes.clients.host_work.pytorch.handover"
  std::string source;  // Words of the field, or of the comment.
  double factor = 1;   // The truth is thought to lie within value / factor and value x factor.
  std::variant<Duration, Bandwidth, Distribution> value;

  // Returns so many times the value as a scenario writes it. A distribution keeps its form.
  std::string text(double times = 1) const;
  // Returns "10 us to 90 us": the range; of a distribution that of its mean.
  std::string range() const;
};

// Returns the priors of the platform and the jobs, in the order of their fields. `places` are those of the
// scenario: a field without one is a default.
std::vector<Prior> priors_of(const Scenario& scenario, const Places& places);

}  // namespace headrace
