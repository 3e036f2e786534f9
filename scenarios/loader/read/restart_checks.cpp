#include <algorithm>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// Says whether a fault takes a node of the job away, and never gives it back.
bool ends_for_good(const FaultSpec& fault, const JobSpec& job, const Scenario& scenario) {
  const Place place = fault.place();
  if (place.part != Part::node || place.owner != job.nodes.group) return false;
  if (fault.is_random() || fault.lasting) return false;
  if (!fault.kind.make(Fault::Context())->needs().ends_jobs) return false;
  const std::int64_t first = job.nodes.first;
  const bool before_its_end = place.number < first + shape_of(job, scenario).nodes;
  return before_its_end && place.number + fault.count > first;
}

}  // namespace

void check_restarts(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs) {
    if (!job.restart || is_refused("jobs." + name, problems)) continue;
    for (const auto& [fault_name, fault] : scenario.disturbances.faults) {
      const auto fault_place = places.find("faults." + fault_name);
      if (fault_place == places.end() || is_refused("faults." + fault_name, problems)) continue;
      if (!ends_for_good(fault, job, scenario)) continue;
      problems
          .add(fault_place->second, "E0338",
               in_quotes(fault_name) + " never ends, and " + in_quotes(name) +
                   " would wait for its node for ever")
          .at("faults." + fault_name)
          .with_help("'lasting' says when the node, or a spare in its place, is there again");
    }
  }
}

}  // namespace headrace
