#include "models/jobs/training/workload_spec.h"

#include <cmath>
#include <numeric>

#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

// Returns the mean of a size over the sets, each with its share of the samples.
Bytes mean_over(const std::vector<TrainingSet>& sets, Bytes (*size)(const DatasetSpec&)) {
  if (sets.size() == 1) return size(sets.front().data);
  double mean = 0;
  for (const TrainingSet& set : sets) mean += set.share * static_cast<double>(size(set.data).count());
  return Bytes::count(std::llround(mean));
}

}  // namespace

std::vector<TrainingSet> WorkloadSpec::training_sets() const {
  if (!mixture) return {{{}, dataset, 1}};
  const std::vector<double> weights = mixture->weights();
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<TrainingSet> sets;
  for (const auto& [name, set] : mixture->sets) sets.push_back({name, set.data, set.weight / all});
  return sets;
}

std::int64_t WorkloadSpec::samples_of_epoch() const {
  return mixture ? mixture->samples_of_epoch() : dataset.files * dataset.samples_per_file;
}

Bytes WorkloadSpec::record_length() const {
  return mean_over(training_sets(), [](const DatasetSpec& set) { return set.record_length; });
}

Bytes WorkloadSpec::tensor() const {
  return mean_over(training_sets(), [](const DatasetSpec& set) { return set.tensor(); });
}

DatasetSpec WorkloadSpec::evaluation_set() const {
  DatasetSpec spec = mixture && !mixture->sets.empty() ? mixture->sets.front().second.data : dataset;
  spec.files = evaluation_files;
  if (evaluation_samples_per_file > 0) spec.samples_per_file = evaluation_samples_per_file;
  return spec;
}

JobFacts WorkloadSpec::facts() const {
  JobFacts facts;
  facts.kind = training.enabled ? JobKind::training : JobKind::checkpoint;
  facts.does = training.enabled     ? "trains"
               : checkpoint.enabled ? "writes and reads checkpoints only"
                                    : "does not train";
  facts.title = model;
  facts.uses = Purposes()
                   .with(Purpose::data, training.enabled || !checkpoint.enabled)
                   .with(Purpose::evaluation, training.enabled && evaluation.enabled && evaluation_files > 0)
                   .with(Purpose::checkpoints, checkpoint.enabled);
  facts.trains = facts.has_samples = facts.has_sizes = training.enabled;
  facts.events = events_of;
  facts.checkpoints = checkpoints_of;
  facts.written = written_by;
  facts.figures = workload_figures();
  facts.headline = training.enabled ? "utilisation_percent" : "checkpoint_all_seconds";
  facts.headline_words = training.enabled ? "% utilisation" : "s in checkpoints";
  facts.check = check_on_nodes;
  facts.doubt = doubt_job;
  return facts;
}

}  // namespace headrace
