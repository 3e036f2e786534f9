#include "scenarios/loader/read/estimate.h"

#include <algorithm>
#include <cmath>

#include "models/data/format.h"
#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_shape.h"
#include "models/storage/lustre/lustre_spec.h"

namespace headrace {
namespace {

// Measured on the shipped scenarios: events over what caused them. Kinds of jobs that say their own number
// do so in their facts.
constexpr double kEventsOfFile = 60;       // Opening, locking and closing.
constexpr double kEventsOfRead = 3;        // A request to the storage.
constexpr double kEventsOfWrite = 4.7;     // Likewise.
constexpr double kEventsOfSample = 2;      // In the loader.
constexpr double kEventsOfTransfer = 1.5;  // A read of a stream from its buffer.
constexpr double kEventsASecond = 2e6;     // Pace of a release build on one core.
constexpr double kPartsASecond = 3e4;      // Nodes and ranks that are built, likewise.

// Measured as the growth of the resident memory with their number, some seconds into a run.
constexpr double kBytesOfNode = 2500;    // Idle.
constexpr double kBytesOfClient = 25e3;  // Addition for a node of a job.
constexpr double kBytesOfRank = 23e3;    // With its loader.
constexpr double kBytesOfProgram = 40e6;

constexpr double kMostMemory = 4e12;  // Hardly a computer has more.

double as_double(std::int64_t count) { return static_cast<double>(count); }

double bytes_of_request(const Scenario& scenario, const std::string& storage) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (const LustreSpec* lustre = system.find<LustreSpec>(); name == storage && lustre != nullptr)
      return as_double(lustre->client.rpc_size.count());
  return as_double((1_MiB).count());
}

double checkpoints_of(const WorkloadSpec& work, double steps) {
  const CheckpointSpec& spec = work.checkpoint;
  if (!spec.enabled) return 0;
  if (!work.training.enabled)
    return as_double(std::max<std::int64_t>(0, spec.writes) + std::max<std::int64_t>(0, spec.reads));
  if (spec.steps_between > 0) return std::floor(steps / as_double(spec.steps_between));
  return std::floor(as_double(work.training.epochs) / as_double(spec.epochs_between));
}

double events_of_workload(const WorkloadSpec& work, std::int64_t ranks, double request) {
  double events = 0, steps = 0;
  if (work.training.enabled && ranks > 0) {
    steps = as_double(steps_of_epoch(work, ranks)) * as_double(work.training.epochs);
    const double samples = steps * as_double(work.loader.batch_size) * as_double(ranks);
    const double length = as_double(work.dataset.record_length.count());
    const ReadPattern pattern = cost_of(work.dataset.format).pattern;
    events = kEventsOfSample * samples;
    if (pattern != ReadPattern::none) events += kEventsOfRead * samples * std::max(1.0, length / request);
    if (pattern == ReadPattern::stream) {
      events += kEventsOfTransfer * samples * length / as_double(work.loader.transfer_size.count());
      events += kEventsOfFile * samples / as_double(work.dataset.samples_per_file) -
                kEventsOfRead * samples * std::max(0.0, 1 - length / request);
    } else if (pattern != ReadPattern::none) {
      events += kEventsOfFile * samples;
    }
  }
  const double count = checkpoints_of(work, steps);
  if (count == 0) return events;
  const double size = as_double(checkpoint_size(work.checkpoint, ranks).count());
  return events + count * (kEventsOfFile * as_double(ranks) + kEventsOfWrite * size / request);
}

void add_job(const Scenario& scenario, const JobSpec& job, const NodeSpec& group, RunEstimate& estimate) {
  const JobShape shape = shape_of(job, group);
  const double request = bytes_of_request(scenario, job.storage);
  const JobFacts facts = job.facts();
  estimate.events += facts.events + facts.events_of_process * as_double(shape.ranks);
  if (job.workload() != nullptr) estimate.events += events_of_workload(*job.workload(), shape.ranks, request);
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
  const double parts = as_double(estimate.nodes) + as_double(estimate.ranks);
  estimate.memory +=
      kBytesOfProgram + kBytesOfNode * as_double(estimate.nodes) + kBytesOfRank * as_double(estimate.ranks);
  estimate.seconds = estimate.events / kEventsASecond + parts / kPartsASecond;
  return estimate;
}

}  // namespace

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
