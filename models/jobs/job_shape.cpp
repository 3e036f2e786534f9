#include "models/jobs/job_shape.h"

#include <algorithm>

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

std::int64_t steps_of(std::int64_t samples, std::int64_t batch, std::int64_t ranks, std::int64_t most) {
  const std::int64_t steps = samples / batch / ranks;
  return most > 0 ? std::min(steps, most) : steps;
}

std::int64_t steps_of_epoch(const WorkloadSpec& workload, std::int64_t ranks) {
  const std::int64_t samples = workload.dataset.files * workload.dataset.samples_per_file;
  return steps_of(samples, workload.loader.batch_size, ranks, workload.training.total_training_steps);
}

}  // namespace headrace
