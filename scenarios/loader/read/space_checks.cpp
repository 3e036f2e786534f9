#include <algorithm>
#include <optional>

#include "models/jobs/job_shape.h"
#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Returns what all jobs create on a file system. What is above it may create more there.
JobFacts::Written written_on(const std::string& file_system, const Scenario& scenario) {
  JobFacts::Written all{false, 0};
  for (const auto& [name, job] : scenario.jobs) {
    const JobFacts facts = job.facts();
    if (job.storage != file_system || facts.written == nullptr) continue;
    const JobFacts::Written one = facts.written(job, shape_of(job, scenario).ranks);
    all.any |= one.any;
    if (one.any) all.bytes = all.bytes && one.bytes ? std::optional(*all.bytes + *one.bytes) : std::nullopt;
  }
  for (const auto& [name, system] : scenario.platform.file_systems) {
    const StoreFacts facts = system.facts();
    if (facts.above == file_system || facts.below == file_system) return {true, std::nullopt};
  }
  return all;
}

void doubt_placement(const std::string& path, const StoreFacts& facts, bool creates, Mark mark,
                     Problems& problems) {
  const char* const why = !facts.free ? "nobody counts it: ost.capacity says what a target holds"
                          : !creates  ? "files that exist before the run lie in turn, and no job creates any"
                                      : nullptr;
  if (why == nullptr) return;
  problems.warn(mark, "W0023", std::string("placement by free space has no effect: ") + why).at(path);
}

}  // namespace

void check_space(const Scenario& scenario, const Places& places, Problems& problems) {
  if (problems.has_errors()) return;
  for (const auto& [name, system] : scenario.platform.file_systems) {
    const StoreFacts facts = system.facts();
    const JobFacts::Written written = written_on(name, scenario);
    const std::string path = "platform.file_systems." + name;
    const auto placement =
        places.find(path + "." + std::string(system.given().front()) + ".placement.policy");
    if (facts.places_by_space && placement != places.end())
      doubt_placement(placement->first, facts, written.any, placement->second, problems);
    const auto place = places.find(path);
    if (!facts.free || !written.bytes || place == places.end()) continue;
    if (*written.bytes <= static_cast<double>(facts.free->count())) continue;
    const Bytes bytes = Bytes::count(static_cast<std::int64_t>(std::min(*written.bytes, 1e18)));
    problems
        .warn(place->second, "W0024",
              "the jobs write " + human_text(bytes) + " to " + in_quotes(name) + ", which has " +
                  human_text(*facts.free) + " free: a real run fails there, and this one goes on")
        .at(path)
        .with_help("more room, fewer or smaller checkpoints; nothing is removed during a run");
  }
}

}  // namespace headrace
