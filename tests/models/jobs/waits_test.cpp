// Waits with one cause: that cause has the time, exactly as a closed form says.

#include <gtest/gtest.h>

#include <deque>
#include <utility>
#include <vector>

#include "tests/models/support/bare_job.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/job_bench.h"
#include "tests/models/support/tally.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

TEST(Waits, ForPreprocessing) {
  JobSpec job = bare_job();
  job.workload()->loader.preprocess_time = Distribution(7_ms);
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::preprocess), kSteps * 7_ms);
  EXPECT_EQ(spent(result, 0), kSteps * 7_ms);
}

// A worker is at the next batch while the rank computes: what is left of it then is preprocessing, too.
TEST(Waits, ForPreprocessingThatHasBegunBefore) {
  JobSpec job = bare_job();
  job.workload()->loader.read_threads = 1;
  job.workload()->loader.preprocess_time = Distribution(7_ms);
  job.workload()->training.computation_time = Distribution(2_ms);
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::preprocess), 7_ms + (kSteps - 1) * 5_ms);
  EXPECT_EQ(spent(result, 0, Cause::compute, Activity::compute), kSteps * 2_ms);
  EXPECT_EQ(spent(result, 0), kSteps * 7_ms + 2_ms);
}

// Steps of 5 ms of preprocessing, 3 ms of computing and 2 ms of host work, cut within each of them.
TEST(Waits, OfAJobThatIsCutLastUntilThen) {
  struct Row {
    Duration cut, waited, computed, hosted;
  };
  for (const Row& row : {Row{4_ms, 4_ms, 0_ms, 0_ms}, Row{6_ms, 5_ms, 1_ms, 0_ms},
                         Row{9_ms, 5_ms, 3_ms, 1_ms}, Row{12_ms, 7_ms, 3_ms, 2_ms}}) {
    JobSpec job = bare_job();
    job.workload()->loader.preprocess_time = Distribution(5_ms);
    job.workload()->training.computation_time = Distribution(3_ms);
    NodeSpec node = JobBench::exact_node();
    node.host_work.pytorch.step_overhead = Distribution(2_ms);
    JobBench bench(job, 1, 1, 1, 1_GBps, node);
    RunLimits limits;
    limits.until = Time::at(row.cut);
    const JobResult result = bench.run(limits);
    EXPECT_EQ(bench.outcome.end, RunEnd::time_limit);
    EXPECT_EQ(spent(result, 0, Cause::batch_wait), row.waited);
    EXPECT_EQ(spent(result, 0, Cause::compute), row.computed);
    EXPECT_EQ(spent(result, 0, Cause::host), row.hosted);
    EXPECT_EQ(spent(result, 0), row.cut);
    EXPECT_EQ(bench.job().waited().all, row.waited);
  }
}

// Batches follow each other through the one thread that pins them.
TEST(Waits, ForTheCopyIntoPinnedMemory) {
  JobSpec job = bare_job();
  job.workload()->dataset.record_length = 10'000'000_B;
  job.workload()->loader.read_threads = 2;
  job.workload()->loader.pin_memory = true;
  job.workload()->loader.pin_bandwidth = 1_GBps;
  const JobResult result = run(job);
  const Duration copy = spent(result, 0, Cause::batch_wait, Activity::copy);
  EXPECT_EQ(copy, spent(result, 0));
  EXPECT_EQ(copy, kSteps * (job.workload()->dataset.tensor() / 1_GBps));
}

// Opening takes 1 ms, a byte 1 ns, and closing no time.
TEST(Waits, ForTheStorage) {
  JobSpec job = job_of_files(4'000'000_B);
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::metadata), kSteps * 1_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::device), kSteps * 4_ms);
  const Duration decode = spent(result, 0, Cause::batch_wait, Activity::decode);
  EXPECT_GT(decode, Duration());
  EXPECT_EQ(spent(result, 0, Cause::batch_wait), kSteps * 5_ms + decode);
}

// Without computation every step waits for the worker, so nothing that it does is missed or counted twice.
TEST(Waits, ForTheStorageOfAWorker) {
  JobSpec job = job_of_files(4'000'000_B);
  job.workload()->loader.read_threads = 1;
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::metadata), kSteps * 1_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::device), kSteps * 4_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::delivery), Duration());
}

// The next file is opened while a batch is preprocessed, so only the first opening is waited for.
TEST(Waits, ForTheReaderOfAStream) {
  JobSpec job = job_of_files(4'000'000_B);
  job.workload()->dataset.format = Format::tfrecord;
  job.workload()->loader.kind = LoaderKind::tensorflow;
  job.workload()->loader.read_threads = 1;
  job.workload()->loader.transfer_size = 1'000'000_B;
  job.workload()->loader.preprocess_time = Distribution(1_ms);
  job.workload()->loader.computation_threads = 1;
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::metadata), 1_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::device), kSteps * 4_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::preprocess), kSteps * 1_ms);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::delivery), Duration());
}

// Without a rank that waits, nothing of a worker's time is the rank's.
TEST(Waits, ForNothingThatIsReadAhead) {
  JobSpec job = job_of_files(4'000'000_B);
  job.workload()->loader.read_threads = 1;
  job.workload()->loader.prefetch_size = 8;
  job.workload()->training.computation_time = Distribution(1_s);
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::device), 4_ms);  // Of the first.
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::metadata), 1_ms);
}

JobSpec checkpointing(std::int64_t ranks, CheckpointRanks who) {
  JobSpec job = bare_job(ranks);
  CheckpointSpec& checkpoint = job.workload()->checkpoint;
  checkpoint.enabled = true;
  checkpoint.model_size = 4'000'000_B;
  checkpoint.ranks = who;
  return job;
}

// Rank 1 waits for the one that writes, and so for its names and its drives. Creating takes 1 ms.
TEST(Waits, ForTheCheckpointOfAnother) {
  for (const CheckpointRanks who : {CheckpointRanks::rank_zero, CheckpointRanks::all_ranks}) {
    const JobResult result = run(checkpointing(2, who), 2, 1);
    for (const std::int64_t rank : {0, 1}) {
      EXPECT_EQ(spent(result, rank, Cause::checkpoint, Activity::metadata), 1_ms);
      EXPECT_EQ(spent(result, rank, Cause::checkpoint, Activity::device), 4_ms);
      EXPECT_EQ(spent(result, rank, Cause::checkpoint), 5_ms);
    }
  }
}

// The second stage of a pipeline has the final norm beside what the first has: one more file.
TEST(Waits, ACheckpointEndsForAllWithTheLastRank) {
  JobSpec job = checkpointing(2, CheckpointRanks::all_ranks);
  CheckpointSpec& checkpoint = job.workload()->checkpoint;
  checkpoint.transformer.layers = 2;
  checkpoint.parallelism.pipeline = 2;
  const JobResult result = run(job, 2, 1);
  ASSERT_EQ(result.epochs[0].checkpoints.size(), 1U);
  const SpanResult& span = result.epochs[0].checkpoints[0];
  EXPECT_GT(span.all_end, span.end);
  EXPECT_EQ(span.all_end, result.end);
}

TEST(Waits, ForTheEvaluationsData) {
  JobSpec job = job_of_files(4'000'000_B);
  job.workload()->evaluation.enabled = true;
  job.workload()->evaluation_files = 3;
  job.workload()->evaluation.evaluation_time = Distribution(2_ms);
  const JobResult result = run(job);
  EXPECT_EQ(spent(result, 0, Cause::evaluation, Activity::metadata), 3 * 1_ms);
  EXPECT_EQ(spent(result, 0, Cause::evaluation, Activity::device), 3 * 4_ms);
  EXPECT_EQ(spent(result, 0, Cause::evaluation, Activity::compute), 3 * 2_ms);
}

// A file of one request: opening, the first lock of an object and closing are metadata, but for their ways.
constexpr Bytes kRequest = 1_MiB;
constexpr Duration kNames = 200_us + 30_us + 70_us;
constexpr Duration kDrivesTake = 140_us + Duration::nanoseconds(1'048'576);
constexpr Duration kWay = kRoundTrip + Duration::nanoseconds(2'048);
constexpr Duration kWays = 3 * kRoundTrip + kWay;

Task<> read_files(FileSystem& storage, Tally& tally, std::int64_t first, std::int64_t count, Bytes size) {
  for (std::int64_t i = first; i < first + count; ++i) {
    const FileInfo info = test_file(i, size);
    const FileHandle handle = co_await storage.open(info, tally);
    co_await storage.read(handle, Bytes(), size, IoMode::direct, tally);
    co_await storage.close(handle, tally);
  }
}

// Returns what one client is told, or all of many that begin together.
Tally read_on(const LustreSpec& spec, std::int64_t clients, std::int64_t files, Bytes size) {
  TestMachine machine(spec, clients);
  std::deque<Tally> told(static_cast<std::size_t>(clients));
  std::vector<Task<>> bodies;
  for (std::size_t c = 0; c < told.size(); ++c)
    bodies.push_back(
        read_files(machine.client(c), told[c], static_cast<std::int64_t>(c) * files, files, size));
  machine.run_all(std::move(bodies));
  Tally sum;
  for (const Tally& each : told) sum += each;
  return sum;
}

TEST(WaitsOnLustre, OfOneReaderAreItsOwnRequests) {
  const Tally told = read_on(exact_spec(), 1, 10, kRequest);
  EXPECT_EQ(told.of(Activity::metadata), 10 * kNames);
  EXPECT_EQ(told.of(Activity::device), 10 * kDrivesTake);
  EXPECT_EQ(told.of(Activity::network), 10 * kWays);
  EXPECT_EQ(told.all(), 10 * (kNames + kDrivesTake + kWays));
}

Task<> ask_for(FileSystem& storage, Tally& tally) { co_await storage.stat(test_file(0, kRequest), tally); }

// A stat is a request for the name and one for the size, behind one for each directory on its path.
TEST(WaitsOnLustre, OfNamesAreTheNetworksOnTheirWay) {
  for (const std::int64_t depth : {0, 3}) {
    LustreSpec spec = exact_spec();
    spec.client.path_depth = depth;
    TestMachine machine(spec, 1);
    Tally told;
    machine.run(ask_for(machine.client(), told));
    EXPECT_EQ(told.of(Activity::network), (2 + depth) * kRoundTrip);
    EXPECT_EQ(told.all(), told.of(Activity::network) + told.of(Activity::metadata));
    EXPECT_GT(told.of(Activity::metadata), Duration());
  }
}

// The last of eight requests waits until seven are back.
TEST(WaitsOnLustre, AreForTheWindowWhereItIsOne) {
  LustreSpec spec = exact_spec();
  spec.client.max_rpcs_in_flight = 1;
  spec.client.rpc_size = kRequest;
  const Tally told = read_on(spec, 1, 1, 8 * kRequest);
  EXPECT_EQ(told.of(Activity::window), 7 * (kDrivesTake + kWay));
  EXPECT_EQ(told.of(Activity::device), kDrivesTake);
  EXPECT_EQ(told.of(Activity::network), kWays);
}

// Eight requests come at the same time to one thread: they wait for 0, 1, … 7 others.
TEST(WaitsOnLustre, AreForTheServersThreadsWhereItHasOne) {
  LustreSpec spec = exact_spec();
  spec.oss.threads = 1;
  const Tally told = read_on(spec, 8, 1, kRequest);
  EXPECT_NEAR(told.of(Activity::server_queue) / kDrivesTake, 28, 0.1);
  EXPECT_EQ(told.of(Activity::device), 8 * kDrivesTake);
}

// A gigabyte from drives that give one a second: they are busy all the time, and everybody waits for them.
TEST(WaitsOnLustre, AreForDrivesThatAreSaturated) {
  TestMachine machine(exact_spec(), 8);
  std::deque<Tally> told(8);
  std::vector<Task<>> bodies;
  for (std::size_t c = 0; c < told.size(); ++c)
    bodies.push_back(read_files(machine.client(c), told[c], static_cast<std::int64_t>(c), 1, 128 * kRequest));
  const Duration all = machine.run_all(std::move(bodies));
  const Duration busy = 1024 * kRequest / 1_GBps;
  EXPECT_NEAR(all / busy, 1, 0.01);
  for (const Tally& each : told) {
    EXPECT_GT((each.of(Activity::device) + each.of(Activity::window)) / each.all(), 0.98);
    EXPECT_LT(each.of(Activity::network) / each.all(), 0.02);
  }
}

// By flows: what moves is held up by the drives, or by the ports where these are slower.
TEST(WaitsOnLustre, AreForWhatHoldsAFlowUp) {
  for (const bool drives : {true, false}) {
    LustreSpec spec = exact_spec();
    if (!drives) spec.ost.device.flash().read_bandwidth = 100'000_GBps;
    if (!drives) spec.oss.nic.bandwidth = 1_GBps;
    FidelitySpec fidelity;
    fidelity.fidelity = Fidelity::flow;
    TestMachine machine(spec, 1, kLatency, 1, Bytes(), fidelity);
    Tally told;
    machine.run(read_files(machine.client(), told, 0, 1, 64 * kRequest));
    const Activity held = drives ? Activity::device : Activity::network;
    EXPECT_GT(told.of(held) / told.all(), 0.95) << drives;
  }
}

}  // namespace
}  // namespace headrace
