#include "models/storage/local/local_client.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "sim/task_group.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Constant times; 1 MB takes 1 ms of the data path, either way.
LocalSpec exact_local() {
  LocalSpec spec;
  spec.open = Distribution(20_us);
  spec.request_size = 1'000'000_B;
  spec.requests_in_flight = 4;
  spec.device.flash().read_bandwidth = 1_GBps;
  spec.device.flash().write_bandwidth = 1_GBps;
  spec.device.flash().read_latency = Distribution(100_us);
  spec.device.flash().write_latency = Distribution(30_us);
  spec.device.flash().commit = Distribution(2_ms);
  return spec;
}

class LocalClientTest : public testing::Test {
 protected:
  LocalClient& client(const LocalSpec& spec) {
    client_ = std::make_unique<LocalClient>(scope_.part("nvme"), scope_.part("nvme/node/0"), spec);
    return *client_;
  }
  Duration run(Task<> body) {
    const Time start = sim_.now();
    TaskGroup group(sim_);
    group.spawn("test", std::move(body));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return sim_.now() - start;
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  std::unique_ptr<LocalClient> client_;
};

// open + latency + size / bandwidth + close: requests follow each other on the data path without a gap, as
// long as those in flight cover the latency.
TEST_F(LocalClientTest, AFileTakesItsBytesAndOneLatency) {
  LocalClient& local = client(exact_local());
  EXPECT_EQ(run(read_whole(local, test_file(0, 50'000'000_B), IoMode::buffered)),
            20_us + 50_ms + 100_us + 20_us);
  EXPECT_EQ(run(write_whole(local, test_file(1, 50'500'000_B), false)), 20_us + 50'500_us + 30_us + 20_us);
  EXPECT_EQ(local.imbalance(), "");
}

TEST_F(LocalClientTest, SyncWaitsForOneCommit) {
  LocalClient& local = client(exact_local());
  EXPECT_EQ(run(write_whole(local, test_file(1, 1'000'000_B), true)), 20_us + 1_ms + 30_us + 2_ms + 20_us);
  EXPECT_EQ(run(stat_file(local, test_file(1, 1'000'000_B))), 20_us);
}

// One request at a time pays the latency each time: n (latency + request / bandwidth).
TEST_F(LocalClientTest, OneRequestInFlightPaysEachLatency) {
  LocalSpec spec = exact_local();
  spec.requests_in_flight = 1;
  EXPECT_EQ(run(read_whole(client(spec), test_file(0, 10'000'000_B), IoMode::buffered)),
            40_us + 10 * (1_ms + 100_us));
}

// Two files of S at once end together after 2 S / bandwidth: the drives are shared, and neither floods them.
TEST_F(LocalClientTest, FilesShareTheDrives) {
  LocalClient& local = client(exact_local());
  TaskGroup group(sim_);
  group.spawn("one", read_whole(local, test_file(0, 20'000'000_B), IoMode::direct));
  group.spawn("two", read_whole(local, test_file(1, 20'000'000_B), IoMode::direct));
  ASSERT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(sim_.now().since_start(), 40_us + 40_ms + 100_us);
  EXPECT_NEAR(local.utilisation(), 40.0 / 40.14, 1e-6);
}

TEST_F(LocalClientTest, ReadsEndWithTheFile) {
  LocalClient& local = client(exact_local());
  EXPECT_EQ(run(read_at(local, test_file(0, 1'000'000_B), 500'000_B, 2'000'000_B, IoMode::buffered)),
            40_us + 500_us + 100_us);
  EXPECT_EQ(run(read_at(local, test_file(0, 1'000'000_B), 2'000'000_B, 1_B, IoMode::buffered)), 40_us);
}

// A file that is created again starts empty; reading takes no room.
TEST_F(LocalClientTest, CountsWhatIsKept) {
  LocalSpec spec = exact_local();
  spec.capacity = 5'000'000_B;
  LocalClient& local = client(spec);
  run(read_whole(local, test_file(9, 3'000'000_B), IoMode::buffered));
  EXPECT_EQ(local.used(), 0_B);
  for (int i = 0; i < 4; ++i) run(write_whole(local, test_file(i % 2, 2'000'000_B), false));
  EXPECT_EQ(local.used(), 4'000'000_B);
  EXPECT_EQ(local.most_used(), 4'000'000_B);
  EXPECT_EQ(local.imbalance(), "");
  run(write_whole(local, test_file(0, 1'000'000_B), false));
  EXPECT_EQ(local.used(), 3'000'000_B);
  run(write_whole(local, test_file(2, 3'000'000_B), false));
  EXPECT_EQ(local.imbalance(), "6000000 bytes were kept on drives of 5000000");
}

TEST_F(LocalClientTest, AnUnlinkFreesWhatTheFileHeld) {
  LocalClient& local = client(exact_local());
  run(write_whole(local, test_file(0, 2'000'000_B), false));
  run(write_whole(local, test_file(1, 3'000'000_B), false));
  EXPECT_EQ(run(unlink_file(local, test_file(0, 2'000'000_B))), 20_us);
  EXPECT_EQ(local.used(), 3'000'000_B);
  run(unlink_file(local, test_file(0, 2'000'000_B)));  // There is no such file any more.
  EXPECT_EQ(local.used(), 3'000'000_B);
  EXPECT_EQ(local.most_used(), 5'000'000_B);
}

Task<> use_local(LocalClient& local, FileInfo file) {
  co_await local.stat(file);
  const FileHandle handle = co_await local.create(file);
  HeldFile held(local, handle);
  co_await local.write(handle, Bytes(), file.size);
  co_await local.sync(handle);
  co_await local.read(handle, Bytes(), file.size, IoMode::buffered);
  co_await local.close(held.release());
}

// Whatever it waits for, its owner may go away, and the client serves the next one as if it were the first.
TEST_F(LocalClientTest, MayBeAbandonedAtAnyInstant) {
  LocalClient& local = client(exact_local());
  const FileInfo file = test_file(0, 3'000'000_B);
  const Duration whole = run(use_local(local, file));
  for (Duration at; at < whole; at += 97_us) {
    {
      TaskGroup group(sim_);
      group.spawn("given up", use_local(local, file));
      RunLimits limits;
      limits.until = sim_.now() + at;
      sim_.run(limits);
    }
    ASSERT_EQ(local.imbalance(), "");
    run(read_at(local, file, Bytes(), 0_B, IoMode::buffered));
  }
  TaskGroup group(sim_);
  group.spawn("wait", read_whole(local, test_file(1, 100'000'000_B), IoMode::buffered));
  sim_.run();
  EXPECT_EQ(run(use_local(local, file)), whole);
}

// Bytes that readers were given, and that came for them, end with the file; a write adds to neither.
TEST_F(LocalClientTest, TellsWhatWasRead) {
  LocalClient& local = client(exact_local());
  run(write_whole(local, test_file(0, 1'000'000_B), false));
  run(read_at(local, test_file(0, 1'000'000_B), 400'000_B, 2'000'000_B, IoMode::buffered));
  EXPECT_EQ(local.reads_of(0).given, 600'000_B);
  EXPECT_EQ(local.reads_of(0).fetched, 600'000_B);
}

}  // namespace
}  // namespace headrace
