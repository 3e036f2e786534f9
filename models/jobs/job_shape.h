// JobShape: how many nodes and ranks a job has on a group of nodes. A job may leave either to the group.
#pragma once

#include <cstdint>
#include <optional>

#include "models/hardware/node.h"
#include "models/jobs/job_spec.h"

namespace headrace {

struct JobShape {
  std::int64_t nodes = 0;
  std::int64_t ranks_on_node = 0;
  std::int64_t ranks = 0;
};

JobShape shape_of(const JobSpec& job, const NodeSpec& group);

// Returns the nodes on which a job can be judged: its group, of which nothing was refused, nor of the job.
const NodeSpec* judged_nodes(const JobSpec& job, const Check& check);

// Returns the files that a version of DLIO deals to the ranks, of a data set of so many: the first ones. Its
// main branch leaves out what is no multiple of samples per file x batch x ranks, MLPerf Storage's v3.0 what
// is no multiple of the ranks.
std::int64_t files_dealt(DlioVersion version, const DatasetSpec& set, std::int64_t batch, std::int64_t ranks);

// Returns the steps that each rank makes of so many samples, as DLIO counts them; `most` limits them when it
// is above 0.
std::int64_t steps_of(std::int64_t samples, std::int64_t batch, std::int64_t ranks, std::int64_t most);

// Returns how many ranks share a model in training: one where the job has no `step`.
std::int64_t ranks_of_replica(const JobSpec& job);
// Returns among how many the samples of a job with a workload are dealt: models that are trained, each on
// samples of its own, or groups of tasks that take the same ones.
std::int64_t replicas_of(const JobSpec& job, std::int64_t ranks);

// Returns the samples of a training step of one replica, of a job with a workload.
std::int64_t samples_of_replica(const JobSpec& job);
// Returns the samples of a training step, all ranks together, of a job with a workload.
std::int64_t samples_of_step(const JobSpec& job, std::int64_t ranks);

// Returns the steps of each rank in an epoch of training, of a job with a workload.
std::int64_t steps_of_epoch(const JobSpec& job, std::int64_t ranks);

// Returns how many checkpoints a job with a workload writes; nothing where simulated time says how many.
std::optional<std::int64_t> checkpoints_written(const JobSpec& job, std::int64_t ranks);

}  // namespace headrace
