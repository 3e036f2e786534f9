#include "models/jobs/training/job_logs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/jobs/figures.h"
#include "tests/models/support/bare_job.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

// On the bench a create takes 1 ms, and a record of 1,000 B 1 us; nothing else of these jobs takes time.
constexpr Duration kCreate = 1_ms, kRecord = 1_us;

JobSpec logging_job(std::int64_t ranks, LogWriters by, std::int64_t every = 2) {
  JobSpec job = bare_job(ranks);
  LogSpec& logs = job.logs.emplace();
  logs.size = 1'000_B;
  logs.every = every;
  logs.by = by;
  return job;
}

// A writer takes create + floor(steps / every) x record; the others wait for it at the barriers.
TEST(JobLogs, TakeTheirRecordsOneAfterAnother) {
  for (const std::int64_t every : {1, 2, 4, 7}) {
    JobBench bench(logging_job(2, LogWriters::rank_0, every), 1, 2);
    const JobResult result = bench.run();
    const std::int64_t records = kSteps / every;
    const Duration expected = records == 0 ? Duration() : kCreate + kRecord * records;
    EXPECT_EQ(result.end - result.start, expected) << every;
    EXPECT_EQ(spent(result, 0, Cause::logging), expected) << every;
    EXPECT_EQ(spent(result, 1, Cause::barrier_wait), expected) << every;
    EXPECT_EQ(spent(result, 1, Cause::logging), Duration());
    EXPECT_EQ(result.logs->written, 1'000_B * records);
    EXPECT_EQ(value_of(*find_figure_row("logs.records"), result).number, static_cast<double>(records));
    EXPECT_EQ(value_of(*find_figure_row("logs.seconds"), result).number, expected.in_seconds());
    EXPECT_EQ(bench.storage().open_handles(), 0);
    EXPECT_EQ(bench.storage().forgotten(), 0) << "the file is closed at the end";
  }
}

std::set<std::string> writes_of(const JobBench& bench) {
  std::set<std::string> texts;
  for (const auto& record : bench.storage().records())
    if (record.operation == IoOperation::write)
      texts.insert(std::to_string(record.file.index) + " at " + std::to_string(record.offset.count()));
  return texts;
}

// Each record lies behind those of its own file: one of each rank, or one of all.
TEST(JobLogs, AreAppendedTo) {
  JobSpec job = logging_job(2, LogWriters::each_rank, 3);
  JobBench own(job, 1, 2);
  EXPECT_EQ(own.run().logs->writers, 2);
  EXPECT_EQ(writes_of(own), (std::set<std::string>{"0 at 0", "0 at 1000", "1 at 0", "1 at 1000"}));
  job.logs->shared = true;
  JobBench shared(job, 1, 2);
  shared.run();
  EXPECT_EQ(writes_of(shared), (std::set<std::string>{"0 at 0", "0 at 1000", "0 at 2000", "0 at 3000"}));
}

TEST(JobLogs, AreDurableWhereTheyAreToBe) {
  JobSpec job = logging_job(1, LogWriters::rank_0);
  JobBench lazy(job);
  lazy.run();
  EXPECT_EQ(lazy.storage().count(IoOperation::sync), 0);
  job.logs->sync = true;
  JobBench durable(job);
  durable.run();
  EXPECT_EQ(durable.storage().count(IoOperation::sync), 3);
}

TEST(JobLogs, GoOnOverEpochs) {
  JobSpec job = logging_job(1, LogWriters::rank_0, 4);
  job.workload()->training.epochs = 2;  // 12 steps.
  JobBench bench(job);
  EXPECT_EQ(bench.run().logs->written, 3'000_B);
}

// On Lustre the lock of a shared file goes from client to client, and with it what has not been written back:
// a record waits for the writes of the others, where one that has a file of its own waits for memory.
TEST(JobLogs, OfOneFileWaitForEachOther) {
  JobSpec job = npz_job(160, 20_ms);
  LogSpec& logs = job.logs.emplace();
  logs.every = 1;
  logs.by = LogWriters::each_rank;
  TrainingRig apart(job);
  const double own = value_of(*find_figure_row("logs.record_ms.mean"), apart.run()).number.value();
  logs.shared = true;
  TrainingRig together(job);
  const double shared = value_of(*find_figure_row("logs.record_ms.mean"), together.run()).number.value();
  EXPECT_GT(shared, 3 * own);
}

TEST(JobLogs, MayBeDestroyedAtAnyEvent) {
  JobSpec job = npz_job(64, 5_ms);
  job.logs.emplace().every = 1;
  job.logs->by = LogWriters::each_rank;
  job.logs->shared = job.logs->sync = true;
  TrainingRig whole(job);
  whole.run();
  for (std::uint64_t part = 1; part < 30; ++part) {
    TrainingRig rig(job);
    RunLimits limits;
    limits.events = whole.outcome.events * part / 30;
    EXPECT_EQ(rig.sim.run(limits).end, RunEnd::event_limit);
  }
}

TEST(JobLogs, AreOpenedAgainWithTheJob) {
  JobSpec job = npz_job(160, 20_ms);
  job.logs.emplace().every = 1;
  TrainingRig rig(job);
  RunLimits limits;
  limits.until = Time::at(100_ms);
  rig.sim.run(limits);
  const Bytes before = rig.job->result().logs->written;
  EXPECT_GT(before, Bytes());
  rig.job->stop();
  rig.job->begin_again();
  const JobResult result = rig.run();
  EXPECT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(result.logs->written, before + 10 * 1_KiB) << "its ten steps are all done again";
}

}  // namespace
}  // namespace headrace
