#include "scenarios/loader/experiment.h"

#include <algorithm>
#include <utility>

#include "models/cluster.h"
#include "models/jobs/running_job.h"
#include "scenarios/loader/read/estimate.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/use_of_rest.h"
#include "sim/check.h"

namespace headrace {

namespace {

// Replication 1 runs on the scenario's own seed; the others on seeds that a
// neighbouring seed's replications do not share.
std::uint64_t seed_of(const Scenario& scenario, std::int64_t replication) {
  const auto seed = static_cast<std::uint64_t>(scenario.seed);
  if (replication == 1) return seed;
  return RandomStream(seed, "replication").at(static_cast<std::uint64_t>(replication)).bits();
}

// Returns where the machine is built: watched, and traced where a trace is given.
Scope place_to_build(Simulation& sim, Metrics& metrics, Trace* trace, BuildWatch building, Causes* causes) {
  sim.watch_building(building);
  if (trace != nullptr) sim.trace_into(*trace);
  if (causes != nullptr) sim.note_causes(*causes);
  return Scope(sim, metrics);
}

}  // namespace

// First in, last out: jobs stop before the machine they run on.
struct Experiment::Parts {
  Parts(const Scenario& what, std::int64_t which, Trace* trace, BuildWatch building, SeriesChoice choice,
        Causes* causes)
      : scenario(what),
        replication(which),
        told(choice),
        sim(seed_of(what, which)),
        cluster(place_to_build(sim, metrics, trace, building, causes), what.platform, fidelity_of(what),
                what.disturbances),
        rest(sim, [this] { return measured_resources(); }) {
    const Scope scope(sim, metrics);
    for (const auto& [name, spec] : scenario.jobs) {
      JobSetting setting(scope.part("jobs").part(name), name, static_cast<std::int32_t>(jobs.size()),
                         cluster.seats(spec), cluster.file_sets());
      setting.until = what.measure.until;
      setting.rest = &rest;
      jobs.push_back(std::make_unique<RunningJob>(setting, spec));
    }
  }

  std::string imbalance() const {
    std::string all = cluster.imbalance();
    for (const auto& job : jobs) {
      const std::string one = job->imbalance();
      if (!one.empty()) all += job->result().name + ": " + one + "\n";
    }
    return all;
  }

  double done() const {
    double sum = 0;
    for (const auto& job : jobs) sum += job->done();
    return jobs.empty() ? 1 : sum / static_cast<double>(jobs.size());
  }

  std::vector<ResourceResult> resources() {
    std::vector<ResourceResult> all = measured_resources();
    rest.add_to(all);
    return all;
  }

  // Returns the resources as far as the run was simulated.
  std::vector<ResourceResult> measured_resources() {
    std::vector<ResourceResult> all = cluster.resources();
    for (std::size_t i = 0; i < jobs.size(); ++i)
      for (ResourceResult& resource : jobs[i]->resources()) {
        resource.owner = scenario.jobs[i].first;
        all.push_back(std::move(resource));
      }
    return all;
  }

  void look() {
    std::vector<Waited> waited;
    for (const auto& job : jobs) waited.push_back(job->waited());
    const std::vector<ResourceResult> all = resources();
    instances = 0;
    for (const ResourceResult& resource : all) instances += static_cast<std::uint64_t>(resource.instances);
    std::vector<Gathered> gathered;
    if (told == SeriesChoice::metrics) gathered = metrics.gathered(sim.now());
    instances += gathered.size();
    looked_at += instances;
    series.take(sim.now(), std::move(waited), all, gathered);
  }

  // Tells whether a look costs little beside the events: ten thousand nodes and their clients are as many
  // instances, each out of the processor's cache.
  bool affords_look() const {
    constexpr std::uint64_t kInstances = 100'000, kEventsOfInstance = 8;
    return looked_at + instances <= kInstances + sim.events() / kEventsOfInstance;
  }

  // Returns how busy the resources of a job were while it waited. A resource belongs to a file system, a
  // group of nodes or a job, or to nobody: then all jobs use it.
  std::vector<ResourceUse> uses_of(std::size_t job, const std::vector<ResourceResult>& all) const {
    std::vector<std::string> owners = cluster.used_by(scenario.jobs[job].second);
    owners.push_back(scenario.jobs[job].first);
    std::vector<ResourceUse> uses;
    for (const ResourceResult& one : all) {
      if (!one.owner.empty() && std::find(owners.begin(), owners.end(), one.owner) == owners.end()) continue;
      const UseSeries::Use use = series.while_waiting(one, job);
      uses.push_back({one.name, use.mean, use.busiest});
    }
    return uses;
  }

  // Returns whether the run is to stop; called now and then while it runs.
  bool poll() {
    if (series.wants_next() && !rest.is_within() && affords_look())
      look();
    else
      series.leave_out();
    if (watch.watch == nullptr) return false;
    RunProgress progress;
    progress.at = sim.now();
    progress.events = sim.events();
    progress.done = done();
    return !watch.watch(watch.context, progress);
  }

  Scenario scenario;
  std::int64_t replication;
  SeriesChoice told;
  Simulation sim;
  Metrics metrics;
  Cluster cluster;
  UseOfRest rest;
  std::vector<std::unique_ptr<RunningJob>> jobs;
  UseSeries series;
  std::uint64_t instances = 0;  // Instances of resources at the last look.
  std::uint64_t looked_at = 0;  // Instances, by all looks together.
  RunWatch watch;
};

Experiment::Experiment(const Scenario& scenario, std::int64_t replication, Trace* trace, BuildWatch building,
                       SeriesChoice told, Causes* causes)
    : parts_(std::make_unique<Parts>(scenario, replication, trace, building, told, causes)) {}

Experiment::~Experiment() = default;

RunResult Experiment::run(RunWatch watch) {
  Parts& parts = *parts_;
  parts.watch = watch;
  RunLimits limits;
  const MeasureSpec& measure = parts.scenario.measure;
  if (measure.simulated_time_limit) limits.until = Time::at(*measure.simulated_time_limit);
  if (measure.event_limit) limits.events = static_cast<std::uint64_t>(*measure.event_limit);
  limits.stop_argument = &parts;
  limits.stop = [](void* argument, const Simulation&) { return static_cast<Parts*>(argument)->poll(); };
  for (const auto& job : parts.jobs) job->start();
  parts.sim.watch_building({});

  RunResult result;
  result.outcome = parts.sim.run(limits);
  result.scenario = parts.scenario.name;
  result.arm = parts.scenario.arm;
  result.scenario_hash = scenario_hash(parts.scenario);
  result.seed = parts.scenario.seed;
  result.replication = parts.replication;
  result.disturbed =
      !parts.scenario.disturbances.faults.empty() || !parts.scenario.disturbances.background.empty();
  result.resources = parts.resources();
  parts.look();
  result.series = parts.series.rows();
  for (std::size_t i = 0; i < parts.jobs.size(); ++i) {
    result.jobs.push_back(parts.jobs[i]->result());
    result.jobs.back().places = parts.cluster.places_of(parts.scenario.jobs[i].second);
    result.jobs.back().uses = parts.uses_of(i, result.resources);
    if (auto& tiers = result.jobs.back().tiers)
      for (const auto& [name, system] : parts.scenario.platform.file_systems)
        if (name == parts.scenario.jobs[i].second.storage) {
          tiers->above = system.facts().above;
          tiers->below = system.facts().below;
        }
    for (const NoEffect& note : parts.scenario.no_effect)
      if (note.job == result.jobs.back().name) result.jobs.back().no_effect.push_back(note);
  }
  result.rows = parts.metrics.rows(parts.sim.now());
  if (result.outcome.end == RunEnd::finished) result.imbalance = parts.imbalance();
#ifndef NDEBUG
  if (!result.imbalance.empty()) check_failed(result.imbalance.c_str(), __FILE__, __LINE__);
#endif
  return result;
}

}  // namespace headrace
