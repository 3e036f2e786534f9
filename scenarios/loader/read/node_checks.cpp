#include <algorithm>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// The nodes of a job within its group: [first, last].
struct NodeSet {
  const std::string* job = nullptr;
  const std::string* group = nullptr;
  std::int64_t first = 0;
  std::int64_t last = 0;
  Mark place;

  std::string text() const {
    if (first == last) return "node " + std::to_string(first);
    return "nodes " + std::to_string(first) + " to " + std::to_string(last);
  }
};

// Returns the place of the most telling of the fields that the text has.
Mark place_of(const std::string& path, const Places& places) {
  for (const char* field : {".nodes.first", ".nodes.count", ".nodes.group"}) {
    const auto found = places.find(path + field);
    if (found != places.end()) return found->second;
  }
  return {};
}

void check_overlap(const NodeSet& one, const NodeSet& other, Problems& problems) {
  if (*one.group != *other.group || one.first > other.last || other.first > one.last) return;
  NodeSet both;
  both.first = std::max(one.first, other.first);
  both.last = std::min(one.last, other.last);
  problems
      .add(other.place, "E0310",
           "the jobs " + in_quotes(*one.job) + " and " + in_quotes(*other.job) + " both run on " +
               both.text() + " of " + in_quotes(*other.group))
      .at("jobs." + *other.job + ".nodes")
      .with_help(in_quotes(*one.job) + " takes " + one.text() + " (" +
                 (one.place.source ? one.place.source->file + ":" : std::string()) +
                 std::to_string(one.place.line) + "), " + in_quotes(*other.job) + " " + other.text() +
                 "; 'first' and 'count' keep them apart");
}

void check_start(const Scenario& scenario, const std::string& path, const JobSpec& job, const Places& places,
                 Problems& problems) {
  const auto named = places.find(path + ".start");
  const std::optional<Duration> limit = scenario.measure.simulated_time_limit;
  if (named == places.end() || !limit || job.start < *limit) return;
  problems
      .warn(named->second, "W0009",
            "the job begins at " + text_of(job.start) + " and the run ends at " + text_of(*limit) +
                ": it never runs")
      .at(path + ".start");
}

// Tells whether the nodes of a job may send each other something: gradients over their ports, samples that
// change hands, or what a probe of the network sends.
bool sends_to_peers(const JobSpec& job, const Scenario& scenario) {
  if (shape_of(job, scenario).nodes < 2) return false;
  const bool gradients =
      job.collectives && job.collectives->contend && job.collectives->gradient_size > Bytes();
  return gradients || job.shuffle || job.facts().uses.none();
}

}  // namespace

void check_peer_ports(const Scenario& scenario, const Places& places, Problems& problems) {
  if (places.contains("compare")) return;  // An arm may send something.
  for (const auto& [name, job] : scenario.jobs)
    if (is_refused("jobs." + name, problems)) return;
  for (const auto& [name, group] : scenario.platform.nodes) {
    const std::string path = "platform.nodes." + name + ".peer_nic";
    const auto place = places.find(path);
    if (!group.peer_nic || place == places.end()) continue;
    if (std::any_of(scenario.jobs.begin(), scenario.jobs.end(), [&](const auto& job) {
          return job.second.nodes.group == name && sends_to_peers(job.second, scenario);
        }))
      continue;
    problems
        .warn(place->second, "W0020",
              "'peer_nic' has no effect: no job makes the nodes of " + in_quotes(name) +
                  " send each other anything")
        .at(path)
        .with_help(
            "gradients pass it with collectives: {gradient_size: …, contend: true}, on two nodes or more");
  }
}

void check_node_sets(const Scenario& scenario, const Places& places, Problems& problems) {
  std::vector<NodeSet> sets;
  for (const auto& [name, job] : scenario.jobs) {
    const std::string path = "jobs." + name;
    check_start(scenario, path, job, places, problems);
    const auto group = std::find_if(scenario.platform.nodes.begin(), scenario.platform.nodes.end(),
                                    [&](const auto& item) { return item.first == job.nodes.group; });
    if (!places.contains(path + ".nodes.group") || group == scenario.platform.nodes.end()) continue;
    if (is_refused(path + ".nodes", problems) || is_refused("platform.nodes." + job.nodes.group, problems)) {
      continue;
    }
    const std::int64_t size = group->second.count;
    const std::int64_t last = job.nodes.first + shape_of(job, group->second).nodes - 1;
    const NodeSet set{&name, &group->first, job.nodes.first, last, place_of(path, places)};
    if (set.first >= size || set.last >= size) {
      problems
          .add(set.place, "E0311",
               "the job takes " + (set.first < set.last ? set.text() : "node " + std::to_string(set.first)) +
                   "; " + in_quotes(group->first) + " has " + std::to_string(size) + ", counted from 0")
          .at(path + ".nodes.first");
      continue;
    }
    if (scenario.measure.separately) continue;
    for (const NodeSet& other : sets) check_overlap(other, set, problems);
    sets.push_back(set);
  }
}

}  // namespace headrace
