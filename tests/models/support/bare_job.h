// Jobs of few steps with one cause to wait, and their run on a JobBench: for tests of what waits are told.
#pragma once

#include "tests/models/support/budget.h"
#include "tests/models/support/job_bench.h"

namespace headrace {

inline constexpr std::int64_t kSteps = 6;

// Makes a job whose ranks make the same steps, a sample each, without computation, host work, hand-over or
// start of workers.
inline JobSpec bare_job(std::int64_t ranks = 1) {
  JobSpec job;
  job.host.epoch_overhead = Duration();
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = kSteps * ranks;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = 1;
  work.loader.read_threads = 0;
  work.loader.pin_memory = false;
  work.training.computation_time = Distribution(Duration());
  return job;
}

inline JobSpec job_of_files(Bytes size) {
  JobSpec job = bare_job();
  job.workload()->dataset.format = Format::npz;
  job.workload()->dataset.record_length = size;
  return job;
}

inline JobResult run(const JobSpec& spec, std::int64_t nodes = 1, std::int64_t ranks = 1,
                     const NodeSpec& node = JobBench::exact_node()) {
  JobBench bench(spec, nodes, ranks, 1, 1_GBps, node);
  JobResult result = bench.run();
  EXPECT_EQ(bench.outcome.end, RunEnd::finished);
  for (std::int64_t rank = 0; rank < result.accelerators; ++rank)
    EXPECT_EQ(spent(result, rank), result.end - result.start);
  return result;
}

}  // namespace headrace
