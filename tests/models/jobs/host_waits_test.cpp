// Waits for what the software of a node does: workers that start, batches, cores.

#include <gtest/gtest.h>

#include "tests/models/support/bare_job.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

TEST(HostWaits, ForWorkersThatStart) {
  JobSpec job = bare_job();
  job.workload()->loader.read_threads = 1;
  NodeSpec node = JobBench::exact_node();
  node.host_work.pytorch.worker_start = 30_ms;
  const JobResult result = run(job, 1, 1, node);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::start_up), 30_ms);
  EXPECT_EQ(spent(result, 0), 30_ms);
}

TEST(HostWaits, ForTheHandOver) {
  JobSpec job = bare_job();
  job.workload()->loader.read_threads = 2;
  NodeSpec node = JobBench::exact_node();
  node.host_work.pytorch.handover = Distribution(3_ms);
  const JobResult result = run(job, 1, 1, node);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::delivery), kSteps * 3_ms);
  EXPECT_EQ(spent(result, 0), kSteps * 3_ms);
}

// A batch of b bytes is handed over in the constant and b / rate.
TEST(HostWaits, ForTheBytesThatAreHandedOver) {
  JobSpec job = bare_job();
  job.workload()->dataset.record_length = 10'000'000_B;
  job.workload()->loader.read_threads = 2;
  NodeSpec node = JobBench::exact_node();
  node.host_work.pytorch.handover = Distribution(3_ms);
  node.host_work.pytorch.handover_rate = 1_GBps;
  const JobResult result = run(job, 1, 1, node);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::delivery), kSteps * 13_ms);
  EXPECT_EQ(spent(result, 0), kSteps * 13_ms);
}

// A hand-over that is drawn twice as long as its mean takes twice as long for its bytes, too: with b / rate =
// 10 ms beside a mean of 3 ms, all of them take 13/3 of what they take without bytes.
TEST(HostWaits, OfAHandOverVaryAsOne) {
  JobSpec job = bare_job();
  job.workload()->dataset.record_length = 10'000'000_B;
  job.workload()->loader.read_threads = 2;
  NodeSpec node = JobBench::exact_node();
  node.host_work.pytorch.handover = Distribution(Law::lognormal, 3_ms, 1_ms);
  const Duration without = spent(run(job, 1, 1, node), 0);
  node.host_work.pytorch.handover_rate = 1_GBps;
  const Duration with = spent(run(job, 1, 1, node), 0);
  EXPECT_NE(without, kSteps * 3_ms);
  EXPECT_NEAR(with / without, 13.0 / 3, 1e-6);
}

// Tensors of b bytes are put together in b / rate, whoever reads them.
TEST(HostWaits, ForABatchThatIsPutTogether) {
  for (const std::int64_t workers : {0, 1}) {
    JobSpec job = bare_job();
    job.workload()->dataset.record_length = 10'000'000_B;
    job.workload()->loader.read_threads = workers;
    NodeSpec node = JobBench::exact_node();
    node.host_work.pytorch.collate = 1_GBps;
    const JobResult result = run(job, 1, 1, node);
    EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::preprocess), kSteps * 10_ms) << workers;
    EXPECT_EQ(spent(result, 0), kSteps * 10_ms) << workers;
  }
}

// Two ranks on one core have turns of 4 ms: work of 7 ms each waits 4 and 7 ms, and who is done after 11
// waits 3 more for the other.
TEST(HostWaits, ForACore) {
  JobSpec job = bare_job(2);
  job.workload()->loader.preprocess_time = Distribution(7_ms);
  NodeSpec node = JobBench::exact_node();
  node.cores = 1;
  node.time_slice = 4_ms;
  const JobResult result = run(job, 1, 2, node);
  Duration core, alone;
  for (const std::int64_t rank : {0, 1}) {
    core += spent(result, rank, Cause::batch_wait, Activity::core);
    alone += spent(result, rank, Cause::barrier_wait, Activity::core);
    EXPECT_EQ(spent(result, rank, Cause::batch_wait, Activity::preprocess), kSteps * 7_ms);
    EXPECT_EQ(spent(result, rank), kSteps * 14_ms);
  }
  EXPECT_EQ(core, kSteps * (4_ms + 7_ms));
  EXPECT_EQ(alone, kSteps * 3_ms);
}

// Work x and y of two ranks on one core takes x + y, and 2 max(x, y) where who is done polls for the other,
// in short turns; on a core each it takes max(x, y).
TEST(HostWaits, ForACoreOnWhichAnotherPolls) {
  const auto time = [](std::int64_t cores, bool polls, Duration& work) {
    JobSpec job = bare_job(2);
    job.workload()->loader.preprocess_time = Distribution(Law::exponential, 7_ms);
    NodeSpec node = JobBench::exact_node();
    node.cores = cores;
    node.time_slice = 1_us;
    node.host_work.barrier_polls = polls;
    const JobResult result = run(job, 1, 2, node);
    work = Duration();
    for (const std::int64_t rank : {0, 1})
      work += spent(result, rank, Cause::batch_wait, Activity::preprocess);
    return result.end - result.start;
  };
  Duration work;
  const Duration slowest = time(2, false, work);
  EXPECT_EQ(time(2, true, work), slowest);
  EXPECT_NEAR(time(1, true, work).in_seconds(), 2 * slowest.in_seconds(), kSteps * 2e-6);
  const Duration without = time(1, false, work);
  EXPECT_NEAR(without.in_seconds(), work.in_seconds(), kSteps * 2e-9);
  EXPECT_GT(2 * slowest, work + 1_ms);
}

// A node decodes at its own rate.
TEST(HostWaits, ForTheDecodingOfANode) {
  NodeSpec node = JobBench::exact_node();
  GivenFields given({{"npz", 5e8}});
  node.host_work.decode.visit(given);
  const JobResult result = run(job_of_files(4'000'000_B), 1, 1, node);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::decode), kSteps * 8_ms);
}

}  // namespace
}  // namespace headrace
