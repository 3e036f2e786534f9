#include "scenarios/loader/read/asserted_figures.h"

#include <algorithm>

#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

using enum FigureNeeds;

// Says what the job does, as a reason why it has no figure of another kind.
std::string unless(bool fits, const JobFacts& facts) {
  return fits ? std::string() : "it " + std::string(facts.does);
}

std::string reason_without_alone(const Scenario& scenario) {
  if (scenario.jobs.size() < 2) return "no other job runs beside it";
  return scenario.measure.alone ? "" : "'measure.alone' is not asked for";
}

std::string reason_without_checkpoints(bool in_training, const JobSpec& job, const JobFacts& facts) {
  const CheckpointSpec checkpoint = job.workload() == nullptr ? CheckpointSpec() : job.workload()->checkpoint;
  if (!checkpoint.enabled) return "it has no checkpoints";
  if (in_training) return unless(facts.trains, facts);
  return facts.trains && !checkpoint.restore && !job.restart ? "its checkpoints are part of its epochs" : "";
}

// Says why a job with checkpoints outside of its epochs has none that is read, or none that is written.
std::string reason_without_any(bool read, const JobSpec& job, const JobFacts& facts) {
  if (job.workload() == nullptr) return {};
  const CheckpointSpec& checkpoint = job.workload()->checkpoint;
  if (facts.trains) return read ? "" : "its checkpoints are part of its epochs";
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

std::string reason_without(const FigureRow& figure, const Scenario& scenario, const JobSpec& job) {
  const JobFacts facts = job.facts();
  if (!is_of_kind(figure, facts)) return unless(false, facts);
  std::string not_training = unless(facts.trains, facts);
  switch (figure.needs) {
    case nothing: return {};
    case samples: return unless(facts.has_samples, facts);
    case sizes: return unless(facts.has_sizes, facts);
    case training:
    case failure: return not_training;
    case restarts: return first_of(not_training, job.restart ? "" : "it has no 'restart'");
    case training_checkpoints: return reason_without_checkpoints(true, job, facts);
    case lone_checkpoints: return reason_without_checkpoints(false, job, facts);
    case lone_writes:
      return first_of(reason_without_checkpoints(false, job, facts), reason_without_any(false, job, facts));
    case lone_reads:
      return first_of(reason_without_checkpoints(false, job, facts), reason_without_any(true, job, facts));
    case cache: return first_of(not_training, job.cache ? "" : "it has no 'cache'");
    case shuffle: return first_of(not_training, job.shuffle ? "" : "it has no 'shuffle'");
    case tiers: return first_of(not_training, reason_without_tiers(scenario, job));
    case requests: return unless(facts.answers, facts);
    case moved_bytes: return facts.moves_bytes ? "" : "it moves no bytes";
    case alone: return reason_without_alone(scenario);
    case training_alone: return first_of(not_training, reason_without_alone(scenario));
    case requests_alone: return first_of(unless(facts.answers, facts), reason_without_alone(scenario));
  }
  return {};
}

std::vector<std::string_view> figures_of_spec(const Scenario& scenario, const JobSpec& job) {
  std::vector<std::string_view> paths;
  for (const FigureRow& figure : figure_rows())
    if (reason_without(figure, scenario, job).empty()) paths.push_back(figure.path);
  return paths;
}

std::string figure_in_place_of(const FigureRow& figure, const Scenario& scenario, const JobSpec& job) {
  const std::vector<std::string_view> there = figures_of_spec(scenario, job);
  for (const std::string_view kin : figure.kin)
    if (!kin.empty() && std::find(there.begin(), there.end(), kin) != there.end()) return std::string(kin);
  return nearest_word(figure.path, there);
}

}  // namespace headrace
