#include "models/jobs/job_shape.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

namespace {

std::int64_t one_on_each_accelerator(const JobSpec& spec, const NodeSpec& group) {
  return spec.accelerators_per_node < 0 ? group.accelerators : spec.accelerators_per_node;
}

}  // namespace

JobShape shape_of(const JobSpec& job, const NodeSpec& group) {
  JobShape shape;
  shape.nodes = job.nodes.count < 0 ? group.count - job.nodes.first : job.nodes.count;
  const std::int64_t processes = job.facts().processes_on_node;
  shape.ranks_on_node = processes > 0 ? processes : one_on_each_accelerator(job, group);
  shape.ranks = shape.nodes * shape.ranks_on_node;
  return shape;
}

const NodeSpec* judged_nodes(const JobSpec& job, const Check& check) {
  const bool is_refused = check.is_refused() || check.is_refused_at("platform.nodes." + job.nodes.group);
  return is_refused ? nullptr : check.nodes(job.nodes.group);
}

std::int64_t files_dealt(DlioVersion version, const DatasetSpec& set, std::int64_t batch,
                         std::int64_t ranks) {
  if (version == DlioVersion::mlperf_v3_0) return set.files / ranks * ranks;
  if (version != DlioVersion::main) return set.files;
  // A multiple of samples where files are counted: of several samples a file it leaves out too many.
  const std::int64_t unit = set.samples_per_file * batch * ranks;
  return set.files / unit * unit;
}

std::int64_t steps_of(std::int64_t samples, std::int64_t batch, std::int64_t ranks, std::int64_t most) {
  const std::int64_t steps = samples / batch / ranks;
  return most > 0 ? std::min(steps, most) : steps;
}

std::int64_t ranks_of_replica(const JobSpec& job) {
  if (!job.step || job.workload() == nullptr) return 1;
  const ParallelismSpec& parallelism = job.workload()->checkpoint.parallelism;
  return parallelism.tensor * parallelism.pipeline;
}

std::int64_t replicas_of(const JobSpec& job, std::int64_t ranks) {
  const WorkloadSpec* const work = job.workload();
  const std::int64_t tasks =
      work != nullptr && work->loader.shared_prefix ? work->loader.shared_prefix->tasks : 1;
  return std::max<std::int64_t>(1, ranks / ranks_of_replica(job) / tasks);
}

std::int64_t samples_of_replica(const JobSpec& job) {
  return job.workload()->loader.batch_size * job.micro_batches();
}

std::int64_t samples_of_step(const JobSpec& job, std::int64_t ranks) {
  return samples_of_replica(job) * replicas_of(job, ranks);
}

std::int64_t steps_of_epoch(const JobSpec& job, std::int64_t ranks) {
  const WorkloadSpec& workload = *job.workload();
  return steps_of(workload.samples_of_epoch() / job.micro_batches(), workload.loader.batch_size,
                  replicas_of(job, ranks), workload.training.total_training_steps);
}

std::optional<std::int64_t> checkpoints_written(const JobSpec& job, std::int64_t ranks) {
  const WorkloadSpec& workload = *job.workload();
  const CheckpointSpec& spec = workload.checkpoint;
  if (!spec.enabled || ranks <= 0) return 0;
  if (!workload.training.enabled) return std::max<std::int64_t>(0, spec.writes);
  const std::int64_t epochs = workload.training.epochs;
  if (spec.interval > Duration()) return std::nullopt;
  if (spec.steps_between <= 0)
    return epochs < spec.after_epoch ? 0 : 1 + (epochs - spec.after_epoch) / spec.epochs_between;
  const std::int64_t steps = steps_of_epoch(job, ranks);
  switch (spec.step_counter) {
    case StepCounter::run: return steps * epochs / spec.steps_between;
    case StepCounter::epoch: return steps / spec.steps_between * epochs;
    case StepCounter::global_batch:
      return std::min(steps * epochs,
                      steps * epochs * replicas_of(job, ranks) * job.micro_batches() / spec.steps_between);
  }
  HEADRACE_CHECK(false);
}

}  // namespace headrace
