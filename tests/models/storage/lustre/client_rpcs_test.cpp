// Windows, locks on the way, and the conservation of bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// No resource but the window is short: the device waits and does not transfer.
LustreSpec waiting_device(std::int64_t window, Duration latency) {
  LustreSpec spec = exact_spec();
  spec.ost.device.flash().read_bandwidth = Bandwidth::bytes_per_second(1e15);
  spec.ost.device.flash().read_latency = Distribution(latency);
  spec.ost.device.flash().parallelism = 65'536;
  spec.client.max_rpcs_in_flight = window;
  return spec;
}

// RPC window: X = min(w size / RTT, cap), for a long direct read of one stripe, where RTT is one request
// alone and the cap is the port.
TEST(RpcWindow, ThroughputIsWindowTimesSizeOverRoundTripUpToTheCap) {
  const Bytes rpc = 1_MiB;
  for (const std::int64_t window : {1, 2, 8, 32, 256}) {
    for (const Duration latency : {100_us, 2_ms}) {
      LustreSpec spec = waiting_device(window, latency);
      spec.client.rpc_size = rpc;
      PortSpec port = exact_port();
      port.bandwidth = 10_GBps;
      spec.oss.nic = port;
      TestMachine machine(spec);
      const std::int64_t count = 60 * window + 4000;
      const Duration spent =
          machine.run(read_whole(machine.client(), test_file(0, count * rpc), IoMode::direct));
      const Duration request_time = kRequestHeader / 10_GBps, reply_time = (rpc + kRequestHeader) / 10_GBps;
      const double round_trip = (2 * kLatency + request_time + 40_us + latency + reply_time).in_seconds();
      const double cap =
          static_cast<double>(count * rpc.count()) / (static_cast<double>(count) * reply_time.in_seconds());
      const double expected = std::min(static_cast<double>(window * rpc.count()) / round_trip, cap);
      const double others = (3 * kRoundTrip + 200_us + 30_us + 70_us).in_seconds() + round_trip;
      const double rate = static_cast<double>(count * rpc.count()) / (spent.in_seconds() - others);
      EXPECT_NEAR(rate, expected, 0.01 * expected) << window << " in flight, latency " << latency.ns();
    }
  }
}

Task<> open_and_read(FileSystem& storage, FileInfo file, Bytes length) {
  const FileHandle handle = co_await storage.open(file);
  co_await storage.read(handle, Bytes(), length, IoMode::direct);
}

// k one-request reads through a window of w: ceil(k / w) rounds. Two clients, or two targets, have a window
// each.
TEST(RpcWindow, IsOfOneClientAndOneTarget) {
  const auto rounds = [](std::size_t clients, std::int64_t targets, std::int64_t files) {
    LustreSpec spec = waiting_device(4, 1_s);
    spec.ost.count = targets;
    spec.mds.threads = 512;
    TestMachine machine(spec, static_cast<std::int64_t>(clients));
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < files; ++i) {
      FileSystem& client = machine.client(static_cast<std::size_t>(i / targets) % clients);
      bodies.push_back(open_and_read(client, test_file(i, 64_KiB), 64_KiB));
    }
    return std::lround(machine.run_all(std::move(bodies)) / 1_s);
  };
  EXPECT_EQ(rounds(1, 1, 4), 1);
  EXPECT_EQ(rounds(1, 1, 5), 2);
  EXPECT_EQ(rounds(1, 1, 64), 16);
  EXPECT_EQ(rounds(2, 1, 64), 8);
  EXPECT_EQ(rounds(1, 2, 64), 8);
  EXPECT_EQ(rounds(4, 4, 64), 1);
}

Task<> open_only(FileSystem& storage, FileInfo file) { co_await storage.open(file); }

// The same for metadata: k opens, w at a time, on servers with threads to spare; its own window for each
// server.
TEST(RpcWindow, MetadataHasItsOwn) {
  const auto rounds = [](std::int64_t window, std::int64_t servers) {
    LustreSpec spec = exact_spec();
    spec.mds.count = servers;
    spec.mds.threads = 512;
    spec.mds.open = Distribution(1_s);
    spec.client.metadata_max_rpcs_in_flight = window;
    spec.client.max_rpcs_in_flight = 1;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 48; ++i) {
      FileInfo file = test_file(i, 0_B);
      file.directory = i;
      bodies.push_back(open_only(machine.client(), file));
    }
    return std::lround(machine.run_all(std::move(bodies)) / 1_s);
  };
  EXPECT_EQ(rounds(8, 1), 6);
  EXPECT_EQ(rounds(48, 1), 1);
  EXPECT_EQ(rounds(8, 3), 2);
}

double use_of(TestMachine& machine, const std::string& resource) {
  for (const ResourceResult& one : machine.lustre().resources("x"))
    if (one.name == "x: " + resource) return one.utilisation_max;
  ADD_FAILURE() << resource;
  return 0;
}

// A window was full for as long as a request waited for it: of 5 reads with w = 4 and 1 s each, the first
// second.
TEST(RpcWindow, SaysForHowLongItWasFull) {
  LustreSpec spec = waiting_device(4, 1_s);
  TestMachine machine(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 5; ++i)
    bodies.push_back(open_and_read(machine.client(), test_file(i, 64_KiB), 64_KiB));
  machine.run_all(std::move(bodies));
  const double run = machine.sim().now().since_start().in_seconds();
  EXPECT_NEAR(use_of(machine, "clients' RPC windows") * run, 1, 0.01);
  EXPECT_EQ(use_of(machine, "clients' metadata windows"), 0);
}

// A window of one place: five opens of 200 us, of which four wait for the one before.
TEST(RpcWindow, OfMetadataSaysForHowLongItWasFull) {
  LustreSpec spec = exact_spec();
  spec.client.metadata_max_rpcs_in_flight = 1;
  TestMachine machine(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 5; ++i) bodies.push_back(open_file(machine.client(), test_file(i, 0_B)));
  machine.run_all(std::move(bodies));
  const Duration run = machine.sim().now().since_start();
  const Duration open = kRoundTrip + 200_us;
  EXPECT_NEAR(use_of(machine, "clients' metadata windows") * (run / open), 4, 0.01);
}

// Small sequential reads ask for each byte once, and each arrives once: client bytes read = OST bytes read =
// size.
TEST(RpcBytes, AFileReadInPiecesIsFetchedOnce) {
  for (const std::int64_t stripes : {1, 3, 4}) {
    for (const Duration rest : {Duration(), 3_ms}) {
      LustreSpec spec;
      spec.ost.count = 4;
      TestMachine machine(spec);
      const FileInfo file = test_file(1, 37_MiB + 12'345_B, stripes);
      machine.run(read_in_pieces(machine.client(), file, 256_KiB, rest, machine.sim()));
      EXPECT_EQ(machine.all_ost_read(), file.size) << stripes;
      EXPECT_EQ(machine.total("lustre/clients", "bytes_read"), file.size.count()) << stripes;
      EXPECT_EQ(machine.total("network/client/0/received", "bytes"),
                file.size.count() + machine.requests_sent() * kRequestHeader.count());
    }
  }
}

// However random files, layouts, sizes and service times are: whole files arrive whole, once, in requests no
// longer than the RPC size, and no sooner than the slowest of port and device could move them.
TEST(RpcBytes, AreConservedForRandomFiles) {
  RandomStream random(3, "files");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    LustreSpec spec;
    spec.oss.count = 1 + static_cast<std::int64_t>(random.below(3));
    spec.ost.count = 1 + static_cast<std::int64_t>(random.below(6));
    spec.client.rpc_size = (1 + static_cast<std::int64_t>(random.below(8))) * 512_KiB;
    spec.ost.device.flash().read_bandwidth = 1_GBps;
    TestMachine machine(spec, 2, 2_us, seed);
    std::vector<Task<>> bodies;
    Bytes sum;
    for (std::int64_t i = 0; i < 20; ++i) {
      const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(20 << 20)));
      FileInfo file = test_file(i, size, 1 + static_cast<std::int64_t>(random.below(8)));
      file.layout.stripe_size = (1 + static_cast<std::int64_t>(random.below(64))) * 64_KiB;
      const IoMode mode = random.below(2) == 0 ? IoMode::direct : IoMode::buffered;
      bodies.push_back(read_whole(machine.client(random.below(2)), file, mode));
      sum += size;
    }
    const Duration spent = machine.run_all(std::move(bodies));
    ASSERT_EQ(machine.outcome().end, RunEnd::finished);
    ASSERT_EQ(machine.all_ost_read(), sum);
    ASSERT_EQ(machine.total("lustre/clients", "bytes_read"), sum.count());
    ASSERT_GE(machine.bulk_requests(), (sum + spec.client.rpc_size - 1_B) / spec.client.rpc_size);
    ASSERT_GE(spent, sum / spec.ost.count / 1_GBps);
  }
}

}  // namespace
}  // namespace headrace
