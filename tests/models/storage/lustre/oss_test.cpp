#include "models/storage/lustre/oss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Makes a device that does nothing but wait, so that only the server's threads are short.
LustreSpec waiting_device(std::int64_t threads, std::int64_t osts, std::int64_t servers) {
  LustreSpec spec = exact_spec();
  spec.oss.threads = threads;
  spec.oss.count = servers;
  spec.ost.count = osts;
  spec.ost.device.flash().read_bandwidth = Bandwidth::bytes_per_second(1e18);
  spec.ost.device.flash().read_latency = Distribution(1_ms);
  spec.ost.request_overhead = Distribution(Duration());
  spec.client.max_rpcs_in_flight = 256;
  spec.client.metadata_max_rpcs_in_flight = 512;
  spec.mds.threads = 512;
  return spec;
}

Duration read_files(TestMachine& machine, std::int64_t count) {
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < count; ++i)
    bodies.push_back(read_whole(machine.client(), test_file(i, 64_KiB), IoMode::direct));
  return machine.run_all(std::move(bodies));
}

// k bulk requests at once with c threads: ceil(k / c) rounds of the device.
TEST(Oss, WorksOnNoMoreBulkRequestsThanItsThreads) {
  const auto rounds = [](std::int64_t threads, std::int64_t files) {
    TestMachine machine(waiting_device(threads, 1, 1));
    const Duration others = 4 * kRoundTrip + 200_us + 30_us + 70_us;  // Open, lock, reply, close.
    return (read_files(machine, files) - others) / 1_ms;
  };
  for (const auto& [threads, files, expected] : {std::tuple{1, 5, 5}, {4, 4, 1}, {4, 5, 2}, {10, 95, 10}})
    EXPECT_NEAR(rounds(threads, files), expected, 0.05) << threads << " threads, " << files << " files";
}

// The threads are the server's, not a target's: two targets on one server share them, on two they do not.
TEST(Oss, TargetsOfAServerShareItsThreads) {
  TestMachine together(waiting_device(4, 2, 1)), apart(waiting_device(4, 2, 2));
  const Duration one = read_files(together, 40), two = read_files(apart, 40);
  EXPECT_NEAR((one - two) / 1_ms, 10 - 5, 0.05);
}

// A lock or a glimpse has threads of its own: it is answered while the only bulk thread is taken for 1 ms.
TEST(Oss, LocksAndGlimpsesDoNotWaitForBulkThreads) {
  TestMachine machine(waiting_device(1, 1, 1));
  std::vector<Task<>> bodies;
  for (int i = 0; i < 20; ++i)
    bodies.push_back(read_whole(machine.client(), test_file(i, 64_KiB), IoMode::direct));
  std::vector<Time> answered;
  bodies.push_back([](TestMachine& m, std::vector<Time>& times) -> Task<> {
    co_await m.sim().delay(3_ms);
    co_await m.client().stat(test_file(0, 64_KiB));
    times.push_back(m.sim().now());
  }(machine, answered));
  machine.run_all(std::move(bodies));
  ASSERT_EQ(answered.size(), 1u);
  // Up to 64 KiB and its header may be on the wire before it, each way.
  EXPECT_GE(answered[0], Time::at(3_ms + 2 * kRoundTrip + 90_us + 20_us));
  EXPECT_LE(answered[0], Time::at(3_ms + 2 * kRoundTrip + 90_us + 20_us + 1_us));
}

// Targets are dealt to servers in turn, also when the numbers do not divide: each gets its own share of a
// file.
TEST(Oss, EachTargetGetsItsOwnStripes) {
  for (const auto& [osts, servers] : {std::pair{1, 1}, {5, 3}, {8, 2}, {7, 7}, {3, 5}, {9, 4}}) {
    TestMachine machine(waiting_device(64, osts, servers));
    FileInfo file = test_file(1, osts * (3_MiB) + 5_B, osts);
    machine.run(write_whole(machine.client(), file, true));
    machine.run(read_whole(machine.client(), file, IoMode::buffered));
    for (int i = 0; i < osts; ++i) {
      // File 1 of as many stripes as targets begins at target 0: the odd bytes are there.
      const Bytes expected = 3_MiB + (i == 0 ? 5_B : 0_B);
      EXPECT_EQ(machine.ost_written(i), expected) << osts << " on " << servers << ", " << i;
      EXPECT_EQ(machine.ost_read(i), expected) << osts << " on " << servers << ", " << i;
    }
  }
}

// One direct read of n requests, all sent at once, to a bucket with one token: the last starts (n - 1) / rate
// after the first. What comes before and after does not depend on n, and the server has nothing to do in
// between.
TEST(Oss, ARateOfTheSchedulerIsKeptToANanosecond) {
  LustreSpec spec = waiting_device(512, 1, 1);
  spec.ost.device.flash().read_latency = Distribution(100_us);
  spec.oss.scheduler = chosen<RequestScheduler>("tbf", {{"rate", 1000}, {"burst", 1}});
  spec.client.rpc_size = 64_KiB;
  const auto spent = [&](std::int64_t requests) {
    TestMachine machine(spec);
    const Duration all =
        machine.run(read_whole(machine.client(), test_file(0, requests * 64_KiB), IoMode::direct));
    for (const ResourceResult& resource : machine.lustre().resources("scratch"))
      if (resource.name == "scratch: OSS request schedulers") {
        const double run = machine.sim().now().since_start().in_seconds();
        EXPECT_NEAR(resource.utilisation_max * run, static_cast<double>(requests - 1) * 1e-3, 1e-6);
      }
    return all;
  };
  EXPECT_EQ(spent(200) - spent(100), 100_ms);
  EXPECT_EQ(spent(101) - spent(100), 1_ms);
}

// Reads 8 requests at a time, and notes how long all of them took.
Task<> read_by_eights(TestMachine& machine, FileSystem& storage, FileInfo file, Duration& spent) {
  const FileHandle handle = co_await storage.open(file);
  HeldFile held(storage, handle);
  co_await machine.sim().delay(50_ms);
  const Time start = machine.sim().now();
  for (Bytes at; at < file.size; at += 8 * 64_KiB)
    co_await storage.read(handle, at, 8 * 64_KiB, IoMode::direct);
  spent = machine.sim().now() - start;
  co_await storage.close(held.release());
}

// One client keeps 64 requests at a server with one thread, 1 ms each; another one reads 20 times 8. First
// come, first served makes it wait behind all of the other's: 64 + 8 ms a read. In turn it gets a quantum of
// 8 for each of the other's: 8 + 8 ms, half of the server. A read is on the wire for two latencies, which are
// hidden in the other's turn.
TEST(Oss, ClientsInTurnGetTheirShareBesideAFlood) {
  const auto spent = [](const char* scheduler) {
    LustreSpec spec = waiting_device(1, 1, 1);
    spec.oss.scheduler = Chosen<RequestScheduler>(scheduler);
    spec.client.rpc_size = 64_KiB;
    spec.client.max_rpcs_in_flight = 64;
    TestMachine machine(spec, 2);
    Duration all;
    std::vector<Task<>> bodies;
    bodies.push_back(read_whole(machine.client(0), test_file(0, 2000 * 64_KiB), IoMode::direct));
    bodies.push_back(read_by_eights(machine, machine.client(1), test_file(1, 160 * 64_KiB), all));
    machine.run_all(std::move(bodies));
    EXPECT_EQ(machine.lustre().imbalance(), "");
    return all;
  };
  EXPECT_NEAR(spent("fifo") / 1_ms, 20 * (64 + 8), 2 * 20);
  EXPECT_NEAR(spent("crr") / 1_ms, 20 * (8 + 8),
              16);  // The first may come early or late in the other's turn.
}

// Utilisation law for the threads: a bulk request holds one for overhead + device.
TEST(Oss, ThreadsAreBusyWhileTheDeviceWorks) {
  TestMachine machine(waiting_device(8, 1, 1));
  read_files(machine, 24);
  const double run = machine.sim().now().since_start().in_seconds();
  EXPECT_NEAR(machine.metric("lustre/oss/0", "threads_busy", "mean") * run, 24 * 1e-3, 1e-7);
  EXPECT_EQ(machine.metric("lustre/oss/0", "threads_busy", "max"), 8);
}

// Servers that have no target stand idle, whatever the fidelity.
TEST(Oss, MayHaveNoTarget) {
  for (const Fidelity kind : {Fidelity::request, Fidelity::automatic, Fidelity::flow}) {
    LustreSpec spec = exact_spec();
    spec.oss.count = 3;
    FidelitySpec fidelity;
    fidelity.fidelity = kind;
    TestMachine machine(spec, 1, kLatency, 1, Bytes(), fidelity);
    machine.run(read_whole(machine.client(), test_file(0, 64_MiB), IoMode::direct));
    EXPECT_EQ(machine.ost_read(0), 64_MiB);
  }
}

}  // namespace
}  // namespace headrace
