#include "scenarios/loader/read/estimate.h"

#include <algorithm>
#include <cmath>

#include "models/jobs/job_shape.h"

namespace headrace {
namespace {

constexpr double kEventsASecond = 2e6;  // Pace of a release build on one core.
constexpr double kPartsASecond = 3e4;   // Nodes and ranks that are built, likewise.

// Measured as the growth of the resident memory with their number, some seconds into a run.
constexpr double kBytesOfNode = 2500;    // Idle.
constexpr double kBytesOfClient = 25e3;  // Addition for a node of a job.
constexpr double kBytesOfRank = 23e3;    // With its loader.
constexpr double kBytesOfProgram = 40e6;

// Measured with checkpoints of 8 and 70 billion parameters on 10 and 80 targets: records of what lies in the
// nodes' page caches, and of requests that wait for their turn, of which there were at most so many.
constexpr double kBytesOfPages = 92;  // Of a request's worth.
constexpr double kBytesOfRequest = 500;
constexpr double kWaitingShare = 0.3;  // Of the requests of a checkpoint.

// Share of the events by requests that may be left where flows are cheaper [measured]: an event of a flow
// takes up to three times as long, as each solves shares. first_run has 0.15 of its events by flows, and
// takes 0.35 of the time; ResNet-50 on 64 H100s, whose reads are shorter than a request, has 1.1, and takes
// 1.5 times as long.
constexpr double kFewEvents = 0.5;

constexpr double kEventsOfFlow = 14.5;  // Measured: a range that is one flow.

constexpr double kMostMemory = 4e12;  // Hardly a computer has more.

constexpr Bytes kWholeRange = Bytes::count(std::int64_t{1} << 60);  // Longer than any.

double as_double(std::int64_t count) { return static_cast<double>(count); }

StoreFacts store_of(const std::string& called, const Scenario& scenario) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == called) return system.facts();
  return {};
}

StoreFacts store_of(const JobSpec& job, Purpose purpose, const Scenario& scenario) {
  return store_of(job.place(purpose).storage, scenario);
}

// EventsByFidelity: events of all jobs, with each request by itself and with ranges as one.
struct EventsByFidelity {
  double requests = 0, flows = 0;
};

EventsByFidelity events_by_fidelity(const Scenario& scenario) {
  EventsByFidelity events;
  for (const auto& [name, group] : scenario.platform.nodes)
    for (const auto& [job_name, job] : scenario.jobs) {
      const JobFacts facts = job.facts();
      if (job.nodes.group != name || facts.events == nullptr) continue;
      const JobShape shape = shape_of(job, group);
      JobFacts::Ground ground;
      ground.nodes = shape.nodes;
      ground.ranks = shape.ranks;
      ground.data.clear();
      bool is_ordered = false;
      for (const JobPlace& place : job.places_of(Purpose::data)) {
        const StoreFacts store = store_of(place.storage, scenario);
        ground.data.push_back({store.request, store.events_of_request, store.memory_for_pages(group.memory)});
        is_ordered = is_ordered || !store.order.empty();
      }
      ground.of_checkpoints = store_of(job, Purpose::checkpoints, scenario).request;
      const double requests = facts.events(job, ground);
      events.requests += requests;
      // Reads and writes of a workload become flows, but where a scheduler says which request is next.
      const bool becomes_flows = facts.checkpoints != nullptr && !is_ordered;
      ground.flows = true;
      ground.of_row = kEventsOfFlow;
      for (JobFacts::Ground::Reading& reading : ground.data) {
        reading.request = kWholeRange;
        reading.of_request = kEventsOfFlow;
      }
      events.flows += becomes_flows ? facts.events(job, ground) : requests;
    }
  return events;
}

// Estimates the memory of what checkpoints leave in the page caches of a job's nodes, and have under way.
double memory_of_checkpoints(const JobFacts::CheckpointBytes& bytes, double nodes, Bytes node_memory,
                             const StoreFacts& store) {
  const double request = as_double(store.request.count());
  const double pages = std::min(bytes.all, nodes * as_double(store.memory_for_pages(node_memory).count()));
  const double waiting = store.has_servers() ? kWaitingShare * bytes.one : 0;
  return kBytesOfPages * pages / request + kBytesOfRequest * waiting / request;
}

void add_job(const Scenario& scenario, const JobSpec& job, const NodeSpec& group, RunEstimate& estimate) {
  const JobShape shape = shape_of(job, group);
  const JobFacts facts = job.facts();
  if (facts.starts_up && job.startup) {
    const bool on_drives = store_of(job, Purpose::software, scenario).on_nodes.has_value();
    estimate.events += job.startup->events(shape.nodes, shape.ranks, on_drives,
                                           static_cast<std::int64_t>(job.places_of(Purpose::data).size()));
  }
  if (facts.checkpoints != nullptr)
    estimate.memory += memory_of_checkpoints(facts.checkpoints(job, shape.ranks), as_double(shape.nodes),
                                             group.memory, store_of(job, Purpose::checkpoints, scenario));
  estimate.ranks += shape.ranks;
  estimate.memory += kBytesOfClient * as_double(shape.nodes);
}

RunEstimate estimate_one(const Scenario& scenario) {
  RunEstimate estimate;
  for (const auto& [name, group] : scenario.platform.nodes) {
    estimate.nodes += group.count;
    for (const auto& [job_name, job] : scenario.jobs)
      if (job.nodes.group == name) add_job(scenario, job, group, estimate);
  }
  const EventsByFidelity events = events_by_fidelity(scenario);
  estimate.events += fidelity_of(scenario).flows() ? events.flows : events.requests;
  const double parts = as_double(estimate.nodes) + as_double(estimate.ranks);
  estimate.memory +=
      kBytesOfProgram + kBytesOfNode * as_double(estimate.nodes) + kBytesOfRank * as_double(estimate.ranks);
  estimate.seconds = estimate.events / kEventsASecond + parts / kPartsASecond;
  return estimate;
}

}  // namespace

FidelitySpec fidelity_of(const Scenario& scenario) {
  const FidelitySpec& asked = scenario.measure;
  FidelitySpec spec = asked;
  if (spec.fidelity != Fidelity::automatic) return spec;
  const auto is_dearer = [](const Scenario& one) {
    const EventsByFidelity events = events_by_fidelity(one);
    return events.flows > kFewEvents * events.requests;
  };
  const bool dearer = scenario.arms.empty()
                          ? is_dearer(scenario)
                          : std::any_of(scenario.arms.begin(), scenario.arms.end(), is_dearer);
  if (dearer) spec.fidelity = Fidelity::request;
  return spec;
}

RunEstimate estimate_of(const Scenario& scenario) {
  RunEstimate most = estimate_one(scenario);
  for (const Scenario& arm : scenario.arms) {
    const RunEstimate one = estimate_one(arm);
    most.nodes = std::max(most.nodes, one.nodes);
    most.ranks = std::max(most.ranks, one.ranks);
    most.events = std::max(most.events, one.events);
    most.memory = std::max(most.memory, one.memory);
    most.seconds = std::max(most.seconds, one.seconds);
  }
  return most;
}

void check_estimate(const Scenario& scenario, const Places& places, Problems& problems) {
  if (problems.has_errors()) return;
  const RunEstimate estimate = estimate_one(scenario);
  if (estimate.memory <= kMostMemory) return;
  const auto place = places.find("jobs");
  problems
      .add(place == places.end() ? Mark() : place->second, "E0503",
           "the jobs have " + std::to_string(estimate.ranks) + " ranks on " + std::to_string(estimate.nodes) +
               " nodes, which need about " + std::to_string(std::llround(estimate.memory / 1e12)) +
               " TB of memory: no computer simulates them")
      .at("jobs")
      .with_help("a model of fewer nodes and as much less storage often answers the question");
}

}  // namespace headrace
