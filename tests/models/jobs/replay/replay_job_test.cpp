#include "models/jobs/replay/replay_job.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/models/jobs/replay/replay_support.h"
#include "tests/models/support/job_bench.h"

namespace headrace {
namespace {

constexpr Bytes kMegabyte = Bytes::count(1'000'000);  // A millisecond of the bench's store.

JobSpec replaying(Recording recording) {
  ReplaySpec replay;
  replay.recording = "folder/some.recording";
  replay.recorded = std::make_shared<const Recording>(std::move(recording));
  JobSpec spec;
  spec.work.give(replay);
  return spec;
}

ReplaySpec& what(JobSpec& spec) { return *spec.work.find<ReplaySpec>(); }

RecordedOperation read_of(Duration begin, Duration end, std::uint32_t file = 0) {
  return recorded(IoOperation::read, begin, end, file, kMegabyte);
}

// Reads of 1 ms each, 9 ms of thinking between them, on a store that takes 1 ms: as in the recording.
TEST(ReplayJob, ThinksAsLongAsInTheRecording) {
  JobBench bench(
      replaying(recording_of({read_of(0_ms, 1_ms), read_of(10_ms, 11_ms), read_of(20_ms, 21_ms)})));
  const JobResult result = bench.run();
  const ReplayResult& found = *result.find<ReplayResult>();
  EXPECT_EQ(result.kind, "replay");
  EXPECT_EQ(result.model, "some");
  EXPECT_EQ(found.recorded, 21_ms);
  EXPECT_EQ(found.reads, 3);
  EXPECT_EQ(found.bytes_read, kMegabyte * 3);
  EXPECT_EQ(found.added_opens, 1);
  // The open of 1 ms is before the first read, which had no time for it.
  EXPECT_EQ(found.span, 21_ms);
  EXPECT_EQ(result.end, Time::at(22_ms));
  EXPECT_EQ(found.reading, 3_ms);
  EXPECT_EQ(found.recorded_reading, 3_ms);
  EXPECT_EQ(bench.storage().open_handles(), 0);
  EXPECT_EQ(bench.storage().texts(),
            (std::vector<std::string>{"open 0/0", "read 0/0 [0, 1000000)", "read 0/0 [0, 1000000)",
                                      "read 0/0 [0, 1000000)", "close 0/0"}));
}

// The recording's store took 5 ms a read, this one 1: the 5 ms of thinking stay.
TEST(ReplayJob, KeepsThinkingOnAFasterStore) {
  JobBench bench(
      replaying(recording_of({read_of(0_ms, 5_ms), read_of(10_ms, 15_ms), read_of(20_ms, 25_ms)})));
  EXPECT_EQ(bench.run().find<ReplayResult>()->span, 13_ms);
}

TEST(ReplayJob, HasThreePaces) {
  const Recording recording =
      recording_of({read_of(0_ms, 5_ms), read_of(10_ms, 15_ms), read_of(20_ms, 25_ms)});
  JobSpec spec = replaying(recording);
  what(spec).pace = ReplayPace::recorded;
  EXPECT_EQ(JobBench(spec).run().end, Time::at(21_ms));
  what(spec).pace = ReplayPace::flat_out;
  EXPECT_EQ(JobBench(spec).run().find<ReplayResult>()->span, 3_ms);
  what(spec).pace = ReplayPace::think;
  what(spec).think_factor = 2;
  EXPECT_EQ(JobBench(spec).run().find<ReplayResult>()->span, 23_ms);
}

// What overlapped overlaps: two reads under way at once take as long as one.
TEST(ReplayJob, RepeatsWhatWasUnderWayAtOnce) {
  JobBench bench(replaying(recording_of({read_of(0_ms, 1_ms, 0), read_of(0_ms, 1_ms, 1)}, 2)));
  EXPECT_EQ(bench.run().find<ReplayResult>()->span, 1_ms);
  EXPECT_EQ(bench.storage().most_open_handles(), 2);
}

// A handle has one operation at a time: threads that read one file at once open it twice.
TEST(ReplayJob, OpensASharedFileForEachWhoReadsAtOnce) {
  JobBench bench(replaying(recording_of({read_of(0_ms, 1_ms), read_of(0_ms, 1_ms)})));
  EXPECT_EQ(bench.run().find<ReplayResult>()->added_opens, 2);
  EXPECT_EQ(bench.storage().open_handles(), 0);
}

// Each call of the recording is made once, with its own opens and closes, and none is added.
TEST(ReplayJob, MakesEachCallOfTheRecording) {
  Recording recording =
      recording_of({recorded(IoOperation::stat, 0_ms, 1_ms, 0), recorded(IoOperation::create, 1_ms, 2_ms, 1),
                    recorded(IoOperation::write, 2_ms, 3_ms, 1, kMegabyte),
                    recorded(IoOperation::sync, 3_ms, 4_ms, 1), recorded(IoOperation::close, 4_ms, 5_ms, 1),
                    recorded(IoOperation::list, 5_ms, 6_ms, 0), recorded(IoOperation::unlink, 6_ms, 7_ms, 1)},
                   2);
  recording.files[1].created = true;
  JobBench bench(replaying(recording));
  const JobResult result = bench.run();
  EXPECT_EQ(bench.storage().texts(),
            (std::vector<std::string>{"stat 0/0", "create 0/1", "write 0/1 [0, 1000000)", "sync 0/1",
                                      "close 0/1", "list 0/0", "unlink 0/1"}));
  EXPECT_EQ(result.find<ReplayResult>()->names, 6);
  EXPECT_EQ(result.find<ReplayResult>()->writes, 1);
  EXPECT_EQ(result.find<ReplayResult>()->added_opens, 0);
  EXPECT_EQ(result.find<ReplayResult>()->bytes_written, kMegabyte);
}

// Reads at the end of a file move nothing and ask nothing of the store, and are counted all the same.
TEST(ReplayJob, CountsReadsOfNothing) {
  JobBench bench(replaying(recording_of({recorded(IoOperation::read, 0_ms, 1_ms), read_of(1_ms, 2_ms)})));
  EXPECT_EQ(bench.run().find<ReplayResult>()->reads, 2);
  EXPECT_EQ(bench.storage().count(IoOperation::read), 1);
}

// A close that the recording has and whose file is not open here asks nothing; a sync likewise.
TEST(ReplayJob, LeavesOutWhatHasNoFileOpen) {
  JobBench bench(replaying(
      recording_of({recorded(IoOperation::close, 0_ms, 1_ms), recorded(IoOperation::sync, 1_ms, 2_ms)})));
  EXPECT_EQ(bench.run().find<ReplayResult>()->names, 2);
  EXPECT_TRUE(bench.storage().records().empty());
}

// Copies are so many times the work, on the nodes in turn, and begin within the phase.
TEST(ReplayJob, MultipliesInCopies) {
  JobSpec spec = replaying(recording_of({read_of(0_ms, 1_ms), read_of(10_ms, 11_ms)}));
  what(spec).copies = 3;
  what(spec).phase = 100_ms;
  JobBench bench(spec, 2);
  const JobResult result = bench.run();
  EXPECT_EQ(result.accelerators, 3);
  EXPECT_EQ(result.find<ReplayResult>()->reads, 6);
  EXPECT_EQ(result.find<ReplayResult>()->added_opens, 3);
  EXPECT_LE(result.end, Time::at(112_ms));
  EXPECT_GT(result.end, Time::at(12_ms));
}

// A run that ends before the first operation does has no span.
TEST(ReplayJob, HasNoSpanBeforeAnOperationEnds) {
  JobBench bench(replaying(recording_of({read_of(0_ms, 1_ms)})));
  RunLimits limits;
  limits.until = Time::at(1_ms + 500_us);
  EXPECT_EQ(bench.run(limits).find<ReplayResult>()->span, Duration());
}

// Thinking is no waiting, and the budget of a process adds up to its time.
TEST(ReplayJob, AccountsForItsTime) {
  JobBench bench(replaying(recording_of({read_of(0_ms, 1_ms), read_of(10_ms, 11_ms)})));
  const JobResult result = bench.run();
  Duration all, computing;
  for (const TimeBudgetRow& row : result.time_budget) {
    all += row.spent;
    if (row.cause == Cause::compute) computing += row.spent;
  }
  EXPECT_EQ(all, result.end - result.start);
  EXPECT_EQ(computing, 9_ms);
  EXPECT_DOUBLE_EQ(bench.job().done(), 1);
  EXPECT_EQ(bench.job().waited().all, 3_ms);
}

}  // namespace
}  // namespace headrace
