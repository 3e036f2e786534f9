#include "models/jobs/expected_figures.h"

namespace headrace {
namespace {

// Says what the job does, as a reason why it has no figure of another kind.
std::string unless(bool fits, const JobFacts& facts) {
  return fits ? std::string() : "it " + std::string(facts.does);
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

std::string reason_without_written(const JobSpec& job, const JobFacts& facts) {
  if (job.workload() == nullptr || !job.workload()->checkpoint.enabled) return "it has no checkpoints";
  return facts.trains ? "" : reason_without_any(false, job, facts);
}

std::string first_of(std::string one, std::string other) { return one.empty() ? std::move(other) : one; }

}  // namespace

std::string reason_without(const FigureRow& figure, const JobSpec& job, const FigureSetting& setting) {
  using enum FigureNeeds;
  const JobFacts facts = job.facts();
  if (!is_of_kind(figure, facts)) return unless(false, facts);
  std::string not_training = unless(facts.trains, facts);
  switch (figure.needs) {
    case nothing: return {};
    case samples: return unless(facts.has_samples, facts);
    case sizes: return unless(facts.has_sizes, facts);
    case training:
    case failure: return not_training;
    case startup: return job.startup && facts.starts_up ? "" : "it has no 'startup'";
    case restarts: return first_of(not_training, job.restart ? "" : "it has no 'restart'");
    case training_checkpoints: return reason_without_checkpoints(true, job, facts);
    case written_checkpoints: return reason_without_written(job, facts);
    case lone_checkpoints: return reason_without_checkpoints(false, job, facts);
    case lone_writes:
      return first_of(reason_without_checkpoints(false, job, facts), reason_without_any(false, job, facts));
    case lone_reads:
      return first_of(reason_without_checkpoints(false, job, facts), reason_without_any(true, job, facts));
    case cache: return first_of(not_training, job.cache ? "" : "it has no 'cache'");
    case shuffle: return first_of(not_training, job.shuffle ? "" : "it has no 'shuffle'");
    case mixture:
      return first_of(not_training,
                      job.workload() != nullptr && job.workload()->mixture ? "" : "it has no 'mixture'");
    case logs: return first_of(not_training, job.logs ? "" : "it has no 'logs'");
    case manifests:
      return job.startup && facts.starts_up && job.startup->manifests ? "" : "it has no 'startup.manifests'";
    case source: return first_of(not_training, job.source ? "" : "it has no 'source'");
    case tiers: return first_of(not_training, setting.on_tiers ? "" : "its storage is not made of tiers");
    case requests: return unless(facts.answers, facts);
    case prefix_cache:
      return first_of(unless(facts.answers, facts),
                      facts.keeps_prefixes ? "" : "it has no 'inference.tokens.prefix_cache'");
    case moved_bytes: return facts.moves_bytes ? "" : "it moves no bytes";
    case alone: return setting.not_alone;
    case training_alone: return first_of(not_training, setting.not_alone);
    case requests_alone: return first_of(unless(facts.answers, facts), setting.not_alone);
  }
  return {};
}

std::vector<std::string_view> figures_of_spec(const JobSpec& job, const FigureSetting& setting) {
  std::vector<std::string_view> paths;
  for (const FigureRow& figure : figure_rows())
    if (reason_without(figure, job, setting).empty()) paths.push_back(figure.path);
  return paths;
}

}  // namespace headrace
