#include "models/jobs/probe/probe_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "models/jobs/job_spec.h"
#include "models/jobs/probe/probe_result.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/job_bench.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Bytes kSmall = Bytes::count(100'000);

ProbeSpec& what(JobSpec& spec) { return *spec.work.find<ProbeSpec>(); }

JobSpec probing(ProbeOperation operation) {
  JobSpec spec;
  spec.work.give(ProbeSpec());
  what(spec).operation = operation;
  what(spec).file_size = Bytes::count(8'000'000);
  what(spec).transfer_size = Bytes::count(1'000'000);
  return spec;
}

// 8 transfers of 1 MB at 1 GB/s, one after another: 8 ms. Opening, 1 ms, is before the clock.
TEST(ProbeJob, ReadsTransferByTransfer) {
  JobBench bench(probing(ProbeOperation::read));
  const JobResult result = bench.run();
  EXPECT_EQ(result.kind, "probe");
  EXPECT_EQ(result.find<ProbeResult>()->operations, 8);
  EXPECT_EQ(result.find<ProbeResult>()->bytes, Bytes::count(8'000'000));
  EXPECT_EQ(result.find<ProbeResult>()->window, 8_ms);
  EXPECT_EQ(result.find<ProbeResult>()->latency.min(), (1_ms).ns());
  EXPECT_EQ(result.end, Time::at(9_ms));
  EXPECT_EQ(bench.storage().records()[1].text(), "read 0/0 [0, 1000000)");
  EXPECT_EQ(bench.storage().records()[1].mode, IoMode::direct);
  EXPECT_EQ(bench.storage().open_handles(), 0);
}

// q under way at once: the window is that of ceil(8 / q) rounds.
TEST(ProbeJob, KeepsSoManyUnderWay) {
  for (const std::int64_t depth : {1, 2, 3, 8, 20}) {
    JobSpec spec = probing(ProbeOperation::read);
    what(spec).queue_depth = depth;
    const JobResult result = JobBench(spec).run();
    EXPECT_EQ(result.find<ProbeResult>()->operations, 8) << depth;
    EXPECT_EQ(result.find<ProbeResult>()->window, 1_ms * ((8 + depth - 1) / depth)) << depth;
  }
}

// What each process has is its own; together they read every byte of every file once.
TEST(ProbeJob, ReadsEveryByteOnceInAnyOrder) {
  for (const ProbeOrder order : {ProbeOrder::sequential, ProbeOrder::random}) {
    for (const bool shared : {false, true}) {
      JobSpec spec = probing(ProbeOperation::read);
      what(spec).order = order;
      what(spec).shared_file = shared;
      what(spec).files_per_process = 3;
      what(spec).queue_depth = 2;
      what(spec).file_size = Bytes::count(8'500'000);  // The last transfer of a file is half of one.
      JobBench bench(spec, 2, 2);
      const JobResult result = bench.run();
      std::set<std::pair<std::int64_t, Bytes>> begun;
      Bytes read;
      for (const auto& record : bench.storage().records()) {
        if (record.operation != IoOperation::read) continue;
        EXPECT_TRUE(begun.emplace(record.file.index, record.offset).second);
        read += record.length;
      }
      EXPECT_EQ(read, Bytes::count(8'500'000) * 12);
      EXPECT_EQ(result.find<ProbeResult>()->bytes, read);
      EXPECT_EQ(result.find<ProbeResult>()->operations, 12 * 9);
      EXPECT_EQ(bench.storage().open_handles(), 0);
    }
  }
}

// IOR's shared file: transfer k of process p of P lies at (k P + p) times its size.
TEST(ProbeJob, ProcessesTakeTurnsInASharedFile) {
  JobSpec spec = probing(ProbeOperation::write);
  what(spec).shared_file = true;
  JobBench bench(spec, 1, 4);
  bench.run();
  std::vector<Bytes> offsets;
  for (const auto& record : bench.storage().records())
    if (record.operation == IoOperation::write && record.at == Time::at(1_ms))
      offsets.push_back(record.offset);
  std::sort(offsets.begin(), offsets.end());
  EXPECT_THAT(offsets, testing::ElementsAre(0_B, Bytes::count(1'000'000), Bytes::count(2'000'000),
                                            Bytes::count(3'000'000)));
  EXPECT_EQ(bench.storage().count(IoOperation::create), 1);
  EXPECT_EQ(bench.storage().count(IoOperation::sync), 4);
}

// All of the transfers of a shared file are locked, and none twice: ahead each its own, in any order and at
// any depth; as a group the file, by each handle.
TEST(ProbeJob, LocksASharedFileBeforeItIsWritten) {
  for (const SharedFileLocks locks : {SharedFileLocks::lock_ahead, SharedFileLocks::group}) {
    for (const ProbeOrder order : {ProbeOrder::sequential, ProbeOrder::random}) {
      TestMachine machine(exact_spec(), 2);
      std::vector<Seat> seats(4);
      for (std::size_t i = 0; i < 4; ++i) seats[i].storage = &machine.client(i % 2);
      Metrics metrics;
      JobSpec spec = probing(ProbeOperation::write);
      what(spec).shared_file = true;
      what(spec).shared_file_locks = locks;
      what(spec).order = order;
      what(spec).queue_depth = 3;
      what(spec).transfer_size = 64_KiB;
      what(spec).file_size = 600 * 64_KiB;  // Asked for in two parts.
      const JobSetting setting(Scope(machine.sim(), metrics), "shared", 0, seats, machine.sets());
      ProbeJob job({setting, spec}, what(spec));
      job.begin();
      machine.sim().run();
      EXPECT_TRUE(job.ended());
      machine.settle();
      EXPECT_EQ(machine.ost_written(0), 4 * what(spec).file_size);
      EXPECT_EQ(machine.lustre().imbalance(), "");
      const bool ahead = locks == SharedFileLocks::lock_ahead;
      EXPECT_EQ(machine.lustre().extent_locks().holders(object_number(FileId(), 0)).size(), ahead ? 2u : 0u);
    }
  }
}

// The rate counts until what was written is durable.
TEST(ProbeJob, CountsTheSyncOfWhatItWrote) {
  JobSpec spec = probing(ProbeOperation::write);
  for (const bool sync : {false, true}) {
    Simulation sim(1);
    Metrics metrics;
    RecordingFileSystem storage(sim, 1_ms, 500_us, 1_GBps, Duration());
    what(spec).sync = sync;
    Seat seat;
    seat.storage = &storage;
    FileSets sets;
    const JobSetting setting(Scope(sim, metrics).part("jobs"), "w", 0, {seat}, sets);
    ProbeJob job({setting, spec}, what(spec));
    job.begin();
    sim.run();
    EXPECT_EQ(job.result().find<ProbeResult>()->window, 8 * 1500_us + (sync ? 500_us : 0_us));
  }
}

// With a duration nothing begins after it: n transfers of 1 ms until 20.5 ms, of a file of 8, again and
// again.
TEST(ProbeJob, EndsAfterItsDuration) {
  JobSpec spec = probing(ProbeOperation::read);
  what(spec).duration = 20500_us;
  const JobResult result = JobBench(spec).run();
  EXPECT_EQ(result.find<ProbeResult>()->operations, 21);
  EXPECT_EQ(result.find<ProbeResult>()->window, 21_ms);
}

// Open 1 ms, read 8 ms, close 0: the file is the operation.
TEST(ProbeJob, VisitsWholeFiles) {
  JobSpec spec = probing(ProbeOperation::open_read_close);
  what(spec).files_per_process = 5;
  const JobResult files = JobBench(spec).run();
  EXPECT_EQ(files.find<ProbeResult>()->operations, 5);
  EXPECT_EQ(files.find<ProbeResult>()->window, 45_ms);
  EXPECT_EQ(files.find<ProbeResult>()->bytes, Bytes::count(40'000'000));
  what(spec).operation = ProbeOperation::open_close;
  EXPECT_EQ(JobBench(spec).run().find<ProbeResult>()->window, 5_ms);
  what(spec).operation = ProbeOperation::stat;
  EXPECT_EQ(JobBench(spec).run().find<ProbeResult>()->bytes, Bytes());
  what(spec).operation = ProbeOperation::unlink;
  JobBench unlinks(spec);
  EXPECT_EQ(unlinks.run().find<ProbeResult>()->window, 5_ms);
  EXPECT_EQ(unlinks.storage().count(IoOperation::unlink), 5);
  what(spec).operation = ProbeOperation::create;
  EXPECT_EQ(JobBench(spec).run().find<ProbeResult>()->window, 45_ms);
}

// A created file is new each time, also when a duration goes on past the first ones; others come again.
TEST(ProbeJob, CreatesNothingTwice) {
  JobSpec spec = probing(ProbeOperation::create);
  what(spec).file_size = Bytes();
  what(spec).files_per_process = 2;
  what(spec).duration = 10_ms;
  JobBench bench(spec, 1, 3);
  EXPECT_EQ(bench.run().find<ProbeResult>()->operations, 30);
  std::set<std::int64_t> created;
  for (const auto& record : bench.storage().records()) {
    if (record.operation != IoOperation::create) continue;
    EXPECT_TRUE(created.insert(record.file.index).second);
  }
  EXPECT_EQ(created.size(), 30u);
}

// Zipf's law of exponent 1 over n files: the first is chosen with 1 / H_n.
TEST(ProbeJob, ChoosesFilesByTheirPopularity) {
  JobSpec spec = probing(ProbeOperation::stat);
  what(spec).files_per_process = 25'000;
  what(spec).popularity = 1;
  JobBench bench(spec, 1, 2);
  bench.run();
  double harmonic = 0;
  for (int k = 1; k <= 50'000; ++k) harmonic += 1.0 / k;
  double first = 0;
  for (const auto& record : bench.storage().records()) first += record.file.index == 0 ? 1 : 0;
  const double expected = 50'000 / harmonic;
  EXPECT_NEAR(first, expected, 4 * std::sqrt(expected));
}

// Two nodes, ports of 1 GB/s: 8 MB take 8 ms, and the processes of a node share its port.
TEST(ProbeJob, SendsFromNodeToNode) {
  JobSpec spec = probing(ProbeOperation::send);
  const JobResult one = JobBench(spec, 2, 1).run();
  EXPECT_EQ(one.find<ProbeResult>()->bytes, Bytes::count(8'000'000));
  EXPECT_NEAR(one.find<ProbeResult>()->window.in_seconds(), 0.008, 1e-6);
  const JobResult four = JobBench(spec, 2, 4).run();
  EXPECT_EQ(four.find<ProbeResult>()->bytes, Bytes::count(32'000'000));
  EXPECT_NEAR(four.find<ProbeResult>()->window.in_seconds(), 0.032, 1e-4);
}

// Opening is metadata and comes first; 8 transfers of 1 ms follow, one after another, or two at once.
TEST(ProbeJob, SaysWhatItsProcessesWaitFor) {
  JobSpec spec = probing(ProbeOperation::read);
  for (const std::int64_t depth : {1, 2}) {
    what(spec).queue_depth = depth;
    const JobResult result = JobBench(spec, 2, 2).run();
    for (std::int64_t process = 0; process < 4; ++process) {
      EXPECT_EQ(spent(result, process, Cause::batch_wait, Activity::metadata), 1_ms);
      EXPECT_EQ(spent(result, process, Cause::batch_wait, Activity::device), 8_ms / depth);
      EXPECT_EQ(spent(result, process), result.end - result.start);
    }
  }
}

// Of a message of 8 MB the sender's 8 ms are the network's, and whoever receives it does nothing.
TEST(ProbeJob, WaitsForTheNetworkWhereItSends) {
  const JobResult result = JobBench(probing(ProbeOperation::send), 2, 1).run();
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::network), result.end - result.start);
  EXPECT_EQ(spent(result, 1, Cause::idle), result.end - result.start);
  EXPECT_EQ(spent(result, 1, Cause::batch_wait), Duration());
}

// Whether it opens its first files, waits at the barrier for others, works, or is done.
TEST(ProbeJob, AddsUpOfEveryProcessWheneverItIsStopped) {
  for (const ProbeOperation operation :
       {ProbeOperation::read, ProbeOperation::write, ProbeOperation::create, ProbeOperation::stat,
        ProbeOperation::unlink, ProbeOperation::open_close, ProbeOperation::open_read_close,
        ProbeOperation::send}) {
    JobSpec spec = probing(operation);
    what(spec).queue_depth = 3;
    what(spec).files_per_process = 4;
    for (const Duration until : {0_ms, 500_us, 1_ms, 4700_us, 1_s}) {
      RunLimits limits;
      limits.until = Time::at(until);
      const JobResult result = JobBench(spec, 2, 2).run(limits);
      for (std::int64_t process = 0; process < 4; ++process)
        EXPECT_EQ(spent(result, process), result.end - result.start) << result.model << until.ns();
    }
  }
}

// A cold small file of one stripe over Lustre: open, lock, read, close (the terms of test_machine.h), each
// of one process after another, and p processes at once until something is full.
TEST(ProbeJob, FindsTheLatencyOfASmallFile) {
  TestMachine machine(exact_spec(), 1);
  Seat seat;
  seat.storage = &machine.client();
  Metrics metrics;
  JobSpec spec = probing(ProbeOperation::open_read_close);
  what(spec).file_size = what(spec).transfer_size = kSmall;
  what(spec).files_per_process = 50;
  const JobSetting setting(Scope(machine.sim(), metrics), "files", 0, {seat}, machine.sets());
  ProbeJob job({setting, spec}, what(spec));
  job.begin();
  machine.sim().run();
  const Duration wire = kSmall / kWire;
  const Duration file = 4 * kRoundTrip + 200_us + 30_us + (40_us + 100_us + 100_us + wire) + 70_us;
  EXPECT_NEAR(job.result().find<ProbeResult>()->window / (50 * file), 1, 0.001);
  const JobResult result = job.result();
  EXPECT_EQ(spent(result, 0), result.end - result.start);
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::delivery), Duration());
  EXPECT_EQ(spent(result, 0, Cause::batch_wait, Activity::metadata), 50 * (200_us + 30_us + 70_us));
}

// Opened in 1 ms, read in 1 ms: until then nothing is measured.
TEST(ProbeJob, IsMeasuredOnceAnOperationHasEnded) {
  for (const bool ended : {false, true}) {
    RunLimits limits;
    limits.until = Time::at(ended ? 2500_us : 1500_us);
    EXPECT_EQ(JobBench(probing(ProbeOperation::read)).run(limits).find<ProbeResult>()->measured(), ended);
  }
}

// The parts of all processes lie in a shared file one behind the other: it is as long as they are together,
// and no store has to read behind its end.
TEST(ProbeJob, ASharedFileIsAsLongAsItsParts) {
  TestMachine machine(exact_spec(), 2);
  std::vector<Seat> seats(2);
  for (std::size_t i = 0; i < 2; ++i) seats[i].storage = &machine.client(i);
  Metrics metrics;
  JobSpec spec = probing(ProbeOperation::read);
  what(spec).shared_file = true;
  const JobSetting setting(Scope(machine.sim(), metrics), "shared", 0, seats, machine.sets());
  ProbeJob job({setting, spec}, what(spec));
  job.begin();
  machine.sim().run();
  EXPECT_EQ(machine.ost_read(0), 2 * what(spec).file_size);
}

}  // namespace
}  // namespace headrace
