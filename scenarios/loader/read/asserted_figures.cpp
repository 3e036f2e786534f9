#include "scenarios/loader/read/asserted_figures.h"

#include <algorithm>

#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

using enum FigureNeeds;

bool trains(const JobSpec& job) { return job.workload && job.workload->training.enabled; }
bool answers(const JobSpec& job) { return job.inference && job.inference->mode == InferenceMode::streaming; }

bool moves_bytes(const ProbeSpec& probe) {
  const bool names_only = probe.operation == ProbeOperation::stat ||
                          probe.operation == ProbeOperation::unlink ||
                          probe.operation == ProbeOperation::open_close;
  return !names_only && probe.file_size > Bytes();
}

// Says what the job does, as a reason why it has no figure of another kind.
std::string kind_of(const JobSpec& job) {
  if (job.probe) return "it measures the storage";
  if (job.inference) return answers(job) ? "it answers requests" : "it sweeps a data set once";
  if (trains(job)) return "it trains";
  const bool saves = job.workload && job.workload->checkpoint.enabled;
  return saves ? "it writes and reads checkpoints only" : "it does not train";
}

std::string unless(bool fits, const JobSpec& job) { return fits ? std::string() : kind_of(job); }

std::string reason_without_alone(const Scenario& scenario) {
  if (scenario.jobs.size() < 2) return "no other job runs beside it";
  return scenario.measure.alone ? "" : "'measure.alone' is not asked for";
}

std::string reason_without_checkpoints(bool in_training, const JobSpec& job) {
  if (!job.workload) return kind_of(job);
  const CheckpointSpec& checkpoint = job.workload->checkpoint;
  if (!checkpoint.enabled) return "it has no checkpoints";
  if (in_training) return unless(trains(job), job);
  return trains(job) && !checkpoint.restore && !job.restart ? "its checkpoints are part of its epochs" : "";
}

// Says why a job with checkpoints outside of its epochs has none that is read, or none that is written.
std::string reason_without_any(bool read, const JobSpec& job) {
  if (!job.workload) return {};
  const CheckpointSpec& checkpoint = job.workload->checkpoint;
  if (trains(job)) return read ? "" : "its checkpoints are part of its epochs";
  if (read) return checkpoint.reads > 0 ? "" : "it reads no checkpoint";
  return checkpoint.writes > 0 ? "" : "it writes no checkpoint";
}

std::string reason_without_tiers(const Scenario& scenario, const JobSpec& job) {
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == job.storage && !system.facts().below.empty()) return {};
  return "its storage is not made of tiers";
}

std::string first_of(std::string one, std::string other) { return one.empty() ? std::move(other) : one; }

}  // namespace

std::string reason_without(FigureNeeds needs, const Scenario& scenario, const JobSpec& job) {
  switch (needs) {
    case nothing: return {};
    case samples: return unless(job.inference || trains(job), job);
    case sizes: return unless(trains(job) || (job.inference && !answers(job)), job);
    case training: return unless(trains(job), job);
    case restarts: return first_of(unless(trains(job), job), job.restart ? "" : "it has no 'restart'");
    case training_checkpoints: return reason_without_checkpoints(true, job);
    case lone_checkpoints: return reason_without_checkpoints(false, job);
    case lone_writes: return first_of(reason_without_checkpoints(false, job), reason_without_any(false, job));
    case lone_reads: return first_of(reason_without_checkpoints(false, job), reason_without_any(true, job));
    case failure: return unless(trains(job), job);
    case cache: return first_of(unless(trains(job), job), job.cache ? "" : "it has no 'cache'");
    case shuffle: return first_of(unless(trains(job), job), job.shuffle ? "" : "it has no 'shuffle'");
    case tiers: return first_of(unless(trains(job), job), reason_without_tiers(scenario, job));
    case inference: return unless(job.inference.has_value(), job);
    case requests: return unless(answers(job), job);
    case probe: return unless(job.probe.has_value(), job);
    case probe_bytes:
      return job.probe && !moves_bytes(*job.probe) ? "it moves no bytes" : unless(job.probe.has_value(), job);
    case alone: return reason_without_alone(scenario);
    case training_alone: return first_of(unless(trains(job), job), reason_without_alone(scenario));
    case requests_alone: return first_of(unless(answers(job), job), reason_without_alone(scenario));
  }
  return {};
}

std::vector<std::string_view> figures_of_spec(const Scenario& scenario, const JobSpec& job) {
  std::vector<std::string_view> paths;
  for (const FigureRow& figure : figure_rows())
    if (reason_without(figure.needs, scenario, job).empty()) paths.push_back(figure.path);
  return paths;
}

std::string figure_in_place_of(const FigureRow& figure, const Scenario& scenario, const JobSpec& job) {
  const std::vector<std::string_view> there = figures_of_spec(scenario, job);
  for (const std::string_view kin : figure.kin)
    if (!kin.empty() && std::find(there.begin(), there.end(), kin) != there.end()) return std::string(kin);
  return nearest_word(figure.path, there);
}

}  // namespace headrace
