#include "models/jobs/training/workload_spec.h"

#include "models/jobs/training/figures.h"

namespace headrace {

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
