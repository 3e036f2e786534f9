#include <vector>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

// The share of a data set that memory may hold. Where each epoch has an order of its own, a share c that is
// kept by use serves c^2 / 2 of what is read: a fiftieth. The rules of MLPerf Storage allow no more.
constexpr double kMostInMemory = 0.2;

std::optional<StoreFacts> facts_of(const JobSpec& job, const Scenario& scenario) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == job.storage) return system.facts();
  return {};
}

Bytes pages_of(const JobSpec& job, const StoreFacts& facts, const Scenario& scenario) {
  for (const auto& [name, group] : scenario.platform.nodes)
    if (name == job.nodes.group) return facts.memory_for_pages(group.memory) * shape_of(job, scenario).nodes;
  return {};
}

bool rereads_from_memory(const JobSpec& job, const WorkloadSpec& work, const StoreFacts& facts,
                         const Scenario& scenario) {
  const Bytes pages = pages_of(job, facts, scenario);
  if (work.loader.direct_io || pages == Bytes()) return false;
  const DatasetSpec& set = work.dataset;
  const ReadPattern pattern = cost_of(set.format).pattern;
  if (pattern == ReadPattern::none) return false;
  if (set.samples_per_file > 1 && pattern != ReadPattern::stream) return true;
  const double data = static_cast<double>(set.files) * static_cast<double>(set.samples_per_file) *
                      static_cast<double>(set.record_length.count());
  return work.training.epochs > 1 && static_cast<double>(pages.count()) > kMostInMemory * data;
}

// Returns why the later steps of a job's epochs are other steps than its first ones; one reason each.
std::vector<std::string> reasons_of_job(const JobSpec& job, const Scenario& scenario) {
  const WorkloadSpec* const work = job.workload();
  if (work == nullptr || !work->training.enabled) return {"the job has no epochs of training"};
  std::vector<std::string> reasons;
  const auto add_if = [&](bool holds, const char* reason) {
    if (holds) reasons.emplace_back(reason);
  };
  const CheckpointSpec& checkpoint = work->checkpoint;
  add_if(work->mixture.has_value(),
         "the job mixes data sets, of which each runs out and is repeated at a time of its own");
  add_if(job.source.has_value(), "a source produces samples at times of its own");
  add_if(job.step && job.step->federated, "the clients of a round are drawn");
  add_if(job.step_times, "the times of all steps are to be kept");
  add_if(job.logs.has_value(), "ranks write to logs behind some steps and not behind others");
  add_if(job.cache.has_value(), "the job has a cache of samples, which fills as it runs");
  const TfDataSpec& stages = work->loader.tf_data;
  add_if(stages.cache_after != CacheAfter::none,
         "the loader keeps samples of an epoch for the next one, which an epoch that is cut short lacks");
  add_if(stages.autotunes(), "AUTOTUNE has other calls for later samples than for the first ones");
  add_if(job.shuffle.has_value(), "a shuffle policy deals later samples otherwise than the first ones");
  add_if(checkpoint.enabled && (checkpoint.steps_between > 0 || checkpoint.interval > Duration()),
         "checkpoints are written within epochs");
  const std::optional<StoreFacts> facts = facts_of(job, scenario);
  if (!facts) return reasons;
  add_if(!facts->above.empty(), "the storage has tiers, between which files move as the job runs");
  add_if(
      rereads_from_memory(job, *work, *facts, scenario),
      "memory of the nodes serves what is read again: it holds more than a fifth of the data set, or files "
      "have several samples");
  return reasons;
}

std::vector<std::string> reasons(const Scenario& scenario) {
  if (scenario.jobs.size() > 1)
    return {"there are several jobs, and none of them alone says when the others begin and end"};
  std::vector<std::string> all;
  if (!scenario.disturbances.faults.empty() || !scenario.disturbances.background.empty())
    all.emplace_back("faults and background load strike at some steps and not at others");
  if (scenario.measure.simulated_time_limit)
    all.emplace_back("the run ends by the clock, and that may be among steps that were left out");
  for (const auto& [name, job] : scenario.jobs)
    for (std::string& reason : reasons_of_job(job, scenario)) all.push_back(std::move(reason));
  return all;
}

}  // namespace

void check_until(const Scenario& scenario, const Places& places, Problems& problems) {
  const auto place = places.find("measure.until");
  if (place == places.end() || !scenario.measure.until || problems.has_errors()) return;
  for (const std::string& reason : reasons(scenario))
    problems.add(place->second, "E0373", "no rest of an epoch can be left out: " + reason)
        .at("measure.until")
        .with_help("leave 'until' out: every step is simulated then");
}

}  // namespace headrace
