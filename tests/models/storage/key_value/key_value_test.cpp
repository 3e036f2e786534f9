#include "models/storage/key_value/key_value.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

// Constant times, and one thread: 100 us for a request, and 10 us for each key behind its first.
KeyValueSpec exact_keys() {
  KeyValueSpec spec;
  spec.servers.count = 1;
  spec.servers.threads = 1;
  spec.servers.nic = exact_port();
  spec.servers.device = exact_drives();
  spec.get = Distribution(100_us);
  spec.put = Distribution(200_us);
  spec.multi_get_key = Distribution(10_us);
  return spec;
}

std::unique_ptr<StoreMachine> machine_of(const KeyValueSpec& spec, std::int64_t nodes = 1) {
  return std::make_unique<StoreMachine>(*recipe<Store, KeyValue>(spec), nodes);
}

constexpr Bytes kValue = 51'200_B;  // 100 ns through a port of kWire.

Task<> read_keys(FileSystem& storage, std::int64_t first, std::int64_t count) {
  const FileHandle handle = co_await storage.open(test_file(1, 1'000'000 * kValue));
  HeldFile held(storage, handle);
  for (std::int64_t i = first; i < first + count; ++i)
    co_await storage.read(handle, i * kValue, kValue, IoMode::direct);
  co_await storage.close(held.release());
}

std::vector<Task<>> readers(FileSystem& storage, std::int64_t count) {
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < count; ++i) bodies.push_back(read_keys(storage, i, 1));
  return bodies;
}

// A get: to the server and back, its service, its bytes. A put likewise; a sync asks the server, too.
TEST(KeyValue, AGetIsTheSumOfItsWay) {
  const auto machine = machine_of(exact_keys());
  EXPECT_EQ(machine->run(read_keys(machine->client(), 0, 1)), kRoundTrip + 100_us + 100_ns);
  EXPECT_EQ(machine->client().reads_of(0).given, kValue);
  EXPECT_EQ(machine->client().reads_of(0).fetched, kValue);
  EXPECT_EQ(machine->run(write_whole(machine->client(), test_file(2, kValue), false)),
            kRoundTrip + 200_us + 100_ns);
  EXPECT_EQ(machine->run(stat_file(machine->client(), test_file(2, kValue))), kRoundTrip + 100_us);
  EXPECT_EQ(machine->total("store/servers/0", "requests"), 3);
}

// Values on drives take their time beside that.
TEST(KeyValue, ValuesMayLieOnDrives) {
  KeyValueSpec spec = exact_keys();
  spec.values = ValuesIn::drives;
  const auto machine = machine_of(spec);
  EXPECT_EQ(machine->run(read_keys(machine->client(), 0, 1)),
            kRoundTrip + 100_us + 100_us + 51'200_ns + 100_ns);
}

// n keys that are wanted at once, b in a request: r = ceil(n / b) requests, one after another on one thread,
// take 100 us each and 10 us for each of n - r keys.
TEST(KeyValue, AMultiGetAsksForManyKeys) {
  for (const std::int64_t batch : {1, 7, 16, 100, 1000}) {
    KeyValueSpec spec = exact_keys();
    spec.multi_get = batch;
    const auto machine = machine_of(spec);
    const Duration spent = machine->run_all(readers(machine->client(), 100));
    const std::int64_t requests = (100 + batch - 1) / batch;
    EXPECT_EQ(machine->total("store/servers/0", "requests"), requests) << batch;
    EXPECT_EQ(machine->sum("store", "metadata_operation", "count"), 2 * requests)
        << "one is opened and closed";
    // All bytes pass a port once; the last ones after the last service.
    const Duration served = requests * 100_us + (100 - requests) * 10_us;
    EXPECT_GE(spent, served + kRoundTrip + 100_ns) << batch;
    EXPECT_LE(spent, served + kRoundTrip + 100 * 100_ns + 1_us) << batch;
  }
}

// With one request of a node under way at a time, what comes meanwhile goes with the next one.
TEST(KeyValue, WhatComesMeanwhileGoesTogether) {
  KeyValueSpec spec = exact_keys();
  spec.multi_get = 64;
  spec.requests_in_flight = 1;
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 10; ++i) bodies.push_back(read_keys(machine->client(), 20 * i, 20));
  machine->run_all(std::move(bodies));
  EXPECT_EQ(machine->total("store/servers/0", "requests"), 20);
}

Task<> read_a_key_at(Simulation& sim, FileSystem& storage, std::int64_t key, Duration at) {
  co_await sim.delay(at);
  co_await read_keys(storage, key, 1);
}

// The first asks alone, the others while it is under way, at different times: two requests.
TEST(KeyValue, WhatComesOneByOneGoesTogetherToo) {
  KeyValueSpec spec = exact_keys();
  spec.multi_get = 64;
  spec.requests_in_flight = 1;
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 5; ++i)
    bodies.push_back(read_a_key_at(machine->sim(), machine->client(), i, 20_us * i));
  machine->run_all(std::move(bodies));
  EXPECT_EQ(machine->total("store/servers/0", "requests"), 2);
}

// A node has k requests under way at a server of as many threads: n keys, one in a request, take ceil(n / k)
// times a way there and back and a service.
TEST(KeyValue, ANodeHasSoManyRequestsUnderWay) {
  for (const std::int64_t under_way : {1, 2, 5}) {
    KeyValueSpec spec = exact_keys();
    spec.servers.threads = 64;
    spec.multi_get = 1;
    spec.requests_in_flight = under_way;
    const auto machine = machine_of(spec);
    const Duration spent = machine->run_all(readers(machine->client(), 10));
    EXPECT_NEAR(spent / ((10 + under_way - 1) / under_way * (100_us + kRoundTrip)), 1, 0.02) << under_way;
  }
}

// The most that servers with t threads and a service of s give: t / s each. Keys fall on all of them alike:
// 1,000 on 4, with a standard deviation of 14 each.
TEST(KeyValue, KeysAreSpreadOverServers) {
  KeyValueSpec spec = exact_keys();
  spec.servers.count = 4;
  spec.requests_in_flight = 1000;
  const auto machine = machine_of(spec);
  const Duration spent = machine->run_all(readers(machine->client(), 1000));
  std::int64_t most = 0;
  for (int server = 0; server < 4; ++server) {
    const std::int64_t keys = machine->total("store/servers/" + std::to_string(server), "requests");
    EXPECT_NEAR(static_cast<double>(keys), 250, 56) << server;
    most = std::max(most, keys);
  }
  EXPECT_NEAR(spent / (most * 100_us), 1, 0.01);
}

// Who goes away is not asked for, or not answered.
TEST(KeyValue, MayBeAbandonedAtAnyInstant) {
  KeyValueSpec spec = exact_keys();
  spec.multi_get = 4;
  spec.requests_in_flight = 2;
  const auto machine = machine_of(spec);
  for (Duration at; at < 1_ms; at += 37_us) {
    {
      TaskGroup group(machine->sim());
      for (std::int64_t i = 0; i < 30; ++i) group.spawn("leaves", read_keys(machine->client(), 5 * i, 5));
      RunLimits limits;
      limits.until = machine->sim().now() + at;
      machine->sim().run(limits);
      ASSERT_EQ(machine->store().imbalance(), "");
    }
    machine->settle();
  }
  EXPECT_EQ(machine->run(read_keys(machine->client(), 0, 1)), kRoundTrip + 100_us + 100_ns);
}

}  // namespace
}  // namespace headrace
