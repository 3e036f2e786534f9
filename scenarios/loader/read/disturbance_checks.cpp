#include <algorithm>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// Tells whether a job has its files on a file system, or on tiers that stand on it.
bool keeps_files_on(const JobSpec& job, const std::string& file_system, const Scenario& scenario) {
  const std::vector<std::string> stores = job.stores();
  for (const auto& [name, system] : scenario.platform.file_systems) {
    if (std::find(stores.begin(), stores.end(), name) == stores.end()) continue;
    const StoreFacts facts = system.facts();
    if (file_system == name || file_system == facts.above || file_system == facts.below) return true;
  }
  return false;
}

// Tells whether a job meets what is wrong with so many of a part, from a place on.
bool is_met_by(const JobSpec& job, const Place& place, std::int64_t count, const Scenario& scenario) {
  if (place.part != Part::node) return keeps_files_on(job, place.owner, scenario);
  const std::int64_t first = job.nodes.first, end = first + shape_of(job, scenario).nodes;
  if (place.owner != job.nodes.group || place.number >= end || place.number + count <= first) return false;
  return place.store.empty() || keeps_files_on(job, place.store, scenario);
}

// Warns of each that no job meets.
template <class Disturbance>
void check_all(const Named<Disturbance>& all, const std::string& group, const Scenario& scenario,
               const Places& places, Problems& problems) {
  for (const auto& [name, one] : all) {
    const std::string path = group + "." + name;
    const auto mark = places.find(path);
    if (mark == places.end() || is_refused(path, problems)) continue;
    const Place place = one.place();
    if (std::any_of(scenario.jobs.begin(), scenario.jobs.end(),
                    [&](const auto& job) { return is_met_by(job.second, place, one.count, scenario); }))
      continue;
    problems.warn(mark->second, "W0018", in_quotes(name) + " is where no job of the scenario is")
        .at(path)
        .with_help("a job meets what is wrong with its own nodes, and with file systems that it names");
  }
}

}  // namespace

void check_disturbances(const Scenario& scenario, const Places& places, Problems& problems) {
  for (const auto& [name, job] : scenario.jobs)
    if (is_refused("jobs." + name, problems)) return;
  check_all(scenario.disturbances.faults, "faults", scenario, places, problems);
  check_all(scenario.disturbances.background, "background", scenario, places, problems);
}

}  // namespace headrace
