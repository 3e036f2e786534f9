// CheckpointRules: what a job's checkpoints ask for, against its ranks, their host memory and the drives of
// their nodes.
#pragma once

namespace headrace {

class Check;
struct JobSpec;

// Checks the checkpoints of a job that has a workload, where neither it nor its nodes were refused.
void check_checkpoints(const JobSpec& job, Check& check);

}  // namespace headrace
