#include "models/storage/gpfs/gpfs.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

GpfsSpec exact_gpfs() {
  GpfsSpec spec;
  spec.servers.count = 4;
  spec.servers.nic = exact_port();
  spec.servers.device = exact_drives();
  spec.token = Distribution(50_us);
  spec.lookup = Distribution(150_us);
  spec.create = Distribution(400_us);
  spec.request_overhead = Distribution(40_us);
  spec.block_size = 1'000'000_B;
  return spec;
}

std::unique_ptr<StoreMachine> machine_of(const GpfsSpec& spec, std::int64_t nodes = 1) {
  return std::make_unique<StoreMachine>(*recipe<Store, Gpfs>(spec), nodes);
}

const Duration kTouch = 2 * kRoundTrip + 50_us + 150_us;
const Duration kBlock = kRoundTrip + 40_us + 1_ms + 100_us + kData;

// The first touch by a node is a token and an inode; later ones are nothing.
TEST(Gpfs, AFileIsTouchedOnceByEachNode) {
  const auto machine = machine_of(exact_gpfs(), 2);
  const FileInfo file = test_file(0, 1'000'000_B);
  EXPECT_EQ(machine->run(open_close(machine->client(0), file)), kTouch);
  EXPECT_EQ(machine->run(stat_file(machine->client(0), file)), Duration());
  EXPECT_EQ(machine->run(read_whole(machine->client(0), file, IoMode::buffered)), kBlock);
  EXPECT_EQ(machine->run(read_whole(machine->client(1), file, IoMode::buffered)), kTouch + kBlock);
  machine->client(0).drop_caches();
  EXPECT_EQ(machine->run(stat_file(machine->client(0), file)), kTouch);
}

TEST(Gpfs, ANodeKeepsTheFilesItUsedLast) {
  GpfsSpec spec = exact_gpfs();
  spec.files_cached = 2;
  const auto machine = machine_of(spec);
  const auto touched = [&](std::int64_t index) {
    return machine->run(stat_file(machine->client(), test_file(index, 0_B))) > Duration();
  };
  EXPECT_TRUE(touched(0));
  EXPECT_TRUE(touched(1));
  EXPECT_FALSE(touched(0));
  EXPECT_TRUE(touched(2));  // In place of 1.
  EXPECT_FALSE(touched(0));
  EXPECT_TRUE(touched(1));
}

// Eight blocks on four servers: two each, and a commit at each, side by side.
TEST(Gpfs, BlocksAreDealtOverAllServers) {
  const auto machine = machine_of(exact_gpfs());
  const FileInfo file = test_file(3, 8'000'000_B);
  const Duration spent = machine->run(write_whole(machine->client(), file, true));
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(machine->total("store/servers/" + std::to_string(i), "bytes_written"), 2'000'000) << i;
  // The two blocks of a server pass its drives one behind the other, a port the eight 2 us each.
  const Duration expected =
      2 * kRoundTrip + 450_us + (kRoundTrip + 40_us + 2_ms + 25_us) + (kRoundTrip + 40_us + 1_ms);
  EXPECT_NEAR((spent - expected).in_seconds(), 8e-6, 9e-6);
  EXPECT_EQ(machine->total("store/servers", "requests"), 2 + 8 + 4);
}

// A file of one block is synced where that block is.
TEST(Gpfs, ASyncAsksOnlyWhereWasWritten) {
  const auto machine = machine_of(exact_gpfs());
  machine->run(write_whole(machine->client(), test_file(0, 1'000'000_B), true));
  EXPECT_EQ(machine->total("store/servers", "requests"), 2 + 1 + 1);
}

// One token manager gives threads / service tokens a second; four, spread by a hash, nearly four times that.
TEST(Gpfs, TokensAreTheManagers) {
  const auto spent = [](std::int64_t managers) {
    GpfsSpec spec = exact_gpfs();
    spec.token = Distribution(1_ms);
    spec.lookup = Distribution(Duration());
    spec.servers.threads = 1;
    spec.token_managers = managers;
    spec.requests_in_flight = 10'000;
    const auto machine = machine_of(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 2000; ++i) bodies.push_back(stat_file(machine->client(), test_file(i, 0_B)));
    return machine->run_all(std::move(bodies)).in_seconds();
  };
  EXPECT_NEAR(spent(1), 2, 1e-3);
  // The fullest of four bins of 2,000: 500 and at most four standard deviations, 19.4 each.
  EXPECT_GT(spent(4), 0.5);
  EXPECT_LT(spent(4), 0.5 + 4 * 0.0194);
}

// Little's law over all servers.
TEST(Gpfs, ANodeHasSoManyRequestsUnderWay) {
  GpfsSpec spec = exact_gpfs();
  spec.servers.device = endless_drives();
  spec.servers.device.flash().read_latency = Distribution(10_ms);
  spec.requests_in_flight = 8;
  const auto machine = machine_of(spec);
  const Duration spent =
      machine->run(read_whole(machine->client(), test_file(0, 64'000'000_B), IoMode::direct));
  EXPECT_NEAR(spent.in_seconds(), 8 * (kRoundTrip + 40_us + 10_ms).in_seconds() + kTouch.in_seconds(),
              200e-6);
}

}  // namespace
}  // namespace headrace
