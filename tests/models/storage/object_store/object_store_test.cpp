#include "models/storage/object_store/object_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "tests/models/support/store_machine.h"

namespace headrace {
namespace {

// 1 MB takes 10 ms on a connection; requests never wait for tokens.
ObjectStoreSpec exact_objects() {
  ObjectStoreSpec spec;
  spec.get_first_byte = Distribution(30_ms);
  spec.put_latency = Distribution(50_ms);
  spec.request_burst = 1'000'000;
  spec.connection_bandwidth = 100_MBps;
  spec.connections = 4;
  spec.part_size = 1'000'000_B;
  spec.round_trip = 2_ms;
  spec.service = exact_port();
  return spec;
}

std::unique_ptr<StoreMachine> machine_of(const ObjectStoreSpec& spec, std::int64_t nodes = 1) {
  return std::make_unique<StoreMachine>(*recipe<Store, ObjectStore>(spec), nodes);
}

FileInfo object(std::int64_t index, Bytes size, std::int64_t prefix = 0) {
  FileInfo file = test_file(index, size);
  file.directory = prefix;
  return file;
}

constexpr Duration kSmall = 5'120_ns;       // A header on a connection.
constexpr Duration kPart = 10_ms + kSmall;  // 1 MB with its header.
constexpr Duration kAway = kLatency + 1_ms;
constexpr Duration kGet = kSmall + kAway + 30_ms + kPart + kAway;
constexpr Duration kPut = kPart + kAway + 50_ms + kSmall + kAway;
constexpr Duration kHead = kSmall + kAway + 30_ms + kSmall + kAway;
constexpr Duration kEmptyPut = kSmall + kAway + 50_ms + kSmall + kAway;

// header + latency + round trip / 2 + first byte + data / connection + latency + round trip / 2.
TEST(ObjectStore, AGetIsTheSumOfItsWay) {
  const auto machine = machine_of(exact_objects());
  EXPECT_EQ(machine->run(read_whole(machine->client(), object(0, 1'000'000_B), IoMode::buffered)), kGet);
  EXPECT_EQ(machine->run(stat_file(machine->client(), object(0, 1'000'000_B))), kHead);
  EXPECT_EQ(machine->run(open_close(machine->client(), object(0, 1'000'000_B))), Duration());
}

TEST(ObjectStore, AnOpenMayAskForTheSize) {
  ObjectStoreSpec spec = exact_objects();
  spec.head_on_open = true;
  const auto machine = machine_of(spec);
  EXPECT_EQ(machine->run(open_close(machine->client(), object(0, 1'000'000_B))), kHead);
}

// Parts on all connections at once, round after round: ceil(parts / connections) GETs.
TEST(ObjectStore, PartsGoOverConnectionsSideBySide) {
  for (const std::int64_t connections : {1, 2, 4, 8}) {
    ObjectStoreSpec spec = exact_objects();
    spec.connections = connections;
    const auto machine = machine_of(spec);
    const Duration spent =
        machine->run(read_whole(machine->client(), object(0, 16'000'000_B), IoMode::direct));
    // Ports serve the parts that come at once one after another: 2 us each.
    EXPECT_NEAR(spent / (kGet * (16 / connections)), 1, 1e-3) << connections;
    EXPECT_EQ(machine->total("store/service/0", "requests"), 16);
  }
}

// Little's law: a node with c connections gets c part / (time of a GET), and a read that starts anywhere ends
// where the object does.
TEST(ObjectStore, AReadIsOfAlignedParts) {
  const auto machine = machine_of(exact_objects());
  machine->run(read_at(machine->client(), object(0, 2'500'000_B), 500'000_B, 5'000'000_B, IoMode::direct));
  EXPECT_EQ(machine->total("store/service/0", "requests"), 3);
  EXPECT_EQ(machine->total("store/service/0", "bytes_read"), 2'000'000);
}

// One PUT up to a part; beyond, one to begin, the parts, and one to complete.
TEST(ObjectStore, AnObjectIsUploadedInParts) {
  struct Case {
    Bytes size;
    std::int64_t requests;
    Duration spent;
  };
  const std::vector<Case> cases = {{0_B, 1, kEmptyPut},
                                   {1'000'000_B, 1, kPut},
                                   {2'000'000_B, 4, 2 * kEmptyPut + 2 * kPut},
                                   {3'000'000_B, 5, 2 * kEmptyPut + 2 * kPut}};
  for (const Case& one : cases) {
    const auto machine = machine_of(exact_objects());
    const Duration spent = machine->run(write_whole(machine->client(), object(0, one.size), false));
    EXPECT_EQ(machine->total("store/service/0", "requests"), one.requests) << one.size.count();
    EXPECT_EQ(machine->total("store/service/0", "bytes_written"), one.size.count());
    EXPECT_NEAR((spent - one.spent).in_seconds(), 0, 10e-6) << one.size.count();
  }
}

TEST(ObjectStore, ASyncUploadsWhatIsKeptBack) {
  const auto machine = machine_of(exact_objects());
  const Duration spent = machine->run(write_whole(machine->client(), object(0, 1'000'000_B), true));
  EXPECT_EQ(spent, kEmptyPut + kPut + kEmptyPut);
  EXPECT_EQ(machine->total("store/service/0", "requests"), 3);
}

Task<> write_then_leave(FileSystem& storage, FileInfo file) {
  HeldFile held(storage, co_await storage.create(file));
  co_await storage.write(held.handle(), Bytes(), file.size);
}

// An upload that nobody completes: the last part never leaves, and the account knows.
TEST(ObjectStore, AnUploadThatIsLeftIsGivenUp) {
  const auto machine = machine_of(exact_objects());
  machine->run(write_then_leave(machine->client(), object(0, 2'500'000_B)));
  EXPECT_EQ(machine->total("store/service/0", "bytes_written"), 2'000'000);
  EXPECT_EQ(machine->store().imbalance(), "");
  EXPECT_EQ(machine->run(write_whole(machine->client(), object(1, 1'000'000_B), false)), kPut);
}

Duration heads(const ObjectStoreSpec& spec, std::int64_t requests, std::int64_t prefixes) {
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < requests; ++i)
    bodies.push_back(stat_file(machine->client(), object(i, 1_B, i % prefixes)));
  return machine->run_all(std::move(bodies));
}

// Token bucket: of n requests at once, burst b and rate r, the last starts at (n - b) / r.
TEST(ObjectStore, APrefixTakesSoManyRequestsASecond) {
  ObjectStoreSpec spec = exact_objects();
  spec.connections = 4000;
  spec.gets_per_second = 500;
  spec.request_burst = 100;
  EXPECT_NEAR(heads(spec, 2100, 1).in_seconds(), 4 + kHead.in_seconds(), 1e-5);
  EXPECT_NEAR(heads(spec, 2100, 3).in_seconds(), 1.2 + kHead.in_seconds(), 1e-5);
  EXPECT_NEAR(heads(spec, 100, 1).in_seconds(), kHead.in_seconds(), 1e-5);
}

// PUTs have a bucket of their own: n of each together take as long as n of the slower alone.
TEST(ObjectStore, PutsHaveACapOfTheirOwn) {
  ObjectStoreSpec spec = exact_objects();
  spec.connections = 4000;
  spec.gets_per_second = 500;
  spec.puts_per_second = 250;
  spec.request_burst = 1;
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 501; ++i) {
    bodies.push_back(stat_file(machine->client(), object(i, 1_B)));
    bodies.push_back(write_whole(machine->client(), object(i, Bytes::count(i % 2)), false));
  }
  EXPECT_NEAR(machine->run_all(std::move(bodies)).in_seconds(), 2 + kEmptyPut.in_seconds(), 1e-5);
  EXPECT_GT(machine->resource("request caps of prefixes").utilisation_max, 0);
}

// What all nodes get together is the bandwidth of the service.
TEST(ObjectStore, TheServiceIsSharedByAllNodes) {
  ObjectStoreSpec spec = exact_objects();
  spec.service.bandwidth = 1_GBps;
  spec.connections = 100;
  const auto machine = machine_of(spec, 4);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 4; ++i)
    bodies.push_back(
        read_whole(machine->client(static_cast<std::size_t>(i)), object(i, 1'000'000'000_B), IoMode::direct));
  // 4 GB at 1 GB/s, and one first byte before them.
  EXPECT_NEAR(machine->run_all(std::move(bodies)).in_seconds(), 4 + 0.032, 0.012);
}

// The mean of the first-byte law; five standard errors of 4,000 draws.
TEST(ObjectStore, TheFirstByteFollowsItsLaw) {
  ObjectStoreSpec spec = exact_objects();
  spec.get_first_byte = ObjectStoreSpec().get_first_byte;
  spec.connections = 4000;
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 4000; ++i) bodies.push_back(stat_file(machine->client(), object(i, 1_B)));
  machine->run_all(std::move(bodies));
  const double mean = machine->sum("store/clients", "request", "mean") * 1e-9;
  EXPECT_NEAR(mean, kHead.in_seconds(), 5 * 16e-3 / std::sqrt(4000.0) + 1e-5);
}

ObjectStoreSpec refusing(std::int64_t gets_per_second, Duration rest) {
  ObjectStoreSpec spec = exact_objects();
  spec.gets_per_second = gets_per_second;
  spec.request_burst = 1;
  spec.refusals = RefusalsSpec();
  spec.refusals->attempts = 1'000'000;
  spec.refusals->first_rest = spec.refusals->longest_rest = rest;
  return spec;
}

Task<> read_objects(FileSystem& storage, std::int64_t first, std::int64_t count) {
  for (std::int64_t i = first; i < first + count; ++i)
    co_await read_whole(storage, object(i, 1_B), IoMode::direct);
}

// n clients that each ask again after a rest of b / 2 in the mean, over a way of w, and are served for s once
// they get through. At the cap c they send A attempts a second, of which c get through; each client is on its
// way, rests or is served: n = A w + (A - c) b / 2 + c s. The rests' spread is b / sqrt(12), so that the mean
// of 20,000 lies within 1 %.
TEST(ObjectStore, RefusedClientsGetTheCapAndAttemptAsTheLawSays) {
  constexpr double kClients = 256, kCap = 100, kRest = 1.0;
  ObjectStoreSpec spec = refusing(100, 1_s);
  spec.connections = 256;
  spec.request_burst = 10;  // No token is lost between two attempts.
  const auto machine = machine_of(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 256; ++i) bodies.push_back(read_objects(machine->client(), 1000 * i, 200));
  {
    TaskGroup group(machine->sim());
    for (Task<>& body : bodies) group.spawn("reads", std::move(body));
    RunLimits limits;
    limits.until = Time() + 100_s;  // All still ask.
    ASSERT_EQ(machine->sim().run(limits).end, RunEnd::time_limit);
  }
  const double served = machine->sum("store/service/0", "bytes_read") / 100;
  EXPECT_NEAR(served, kCap, 1.0);
  const double attempts = machine->sum("store/service/0", "requests") / 100;
  const double way = 2 * (kSmall + kAway).in_seconds(), service = (30_ms).in_seconds();
  const double expected = (kClients + kCap * (kRest / 2 - service)) / (way + kRest / 2);
  EXPECT_NEAR(attempts / expected, 1, 0.03);
  EXPECT_NEAR(machine->sum("store/clients", "requests_refused") / 100, attempts - served, 0.2);
  machine->settle();
}

// The k-th rest is at most first 2^(k-1), and as long as that only by chance: half of it in the mean.
TEST(ObjectStore, RestsDoubleUpToALimit) {
  ObjectStoreSpec spec = refusing(1, 100_ms);
  spec.refusals->longest_rest = 400_ms;
  const auto machine = machine_of(spec);
  machine->run(read_objects(machine->client(), 0, 200));  // Each waits for a token: 1 s.
  const double refused = machine->sum("store/clients", "requests_refused");
  const double seconds = machine->sim().now().since_start().in_seconds() - 1000;  // It has settled.
  EXPECT_GE(seconds, 199);
  EXPECT_LE(seconds, 199 + 200 * 0.4);
  // Some 50 + 100 + 200 + 200 ... ms make a second: between 5 and 8 refusals.
  EXPECT_GT(refused / 200, 5);
  EXPECT_LT(refused / 200, 8);
}

// A client alone rests whenever nothing of it is on its way or served: the caps are waited for in all of
// the time but (n + refusals) x way + n x service.
TEST(ObjectStore, CapsAreBusyWhileRefusedRequestsRest) {
  const auto machine = machine_of(refusing(1, 100_ms));
  const Duration spent = machine->run(read_objects(machine->client(), 0, 20));
  const double refused = machine->sum("store/clients", "requests_refused");
  const double way = 2 * (kSmall + kAway).in_seconds(), service = (30_ms).in_seconds();
  const double rests = spent.in_seconds() - (20 + refused) * way - 20 * service;
  const double run = machine->sim().now().since_start().in_seconds();
  EXPECT_NEAR(machine->resource("request caps of prefixes").utilisation_mean * run, rests, 0.01);
}

Task<> give_up(StoreMachine& machine, std::int64_t prefix, Duration& spent) {
  const Time begin = machine.sim().now();
  co_await machine.client().stat(object(0, 1_B, prefix));
  spent = machine.sim().now() - begin;
}

// The k-th rest is uniform in [0, 10 ms x 2^(k-1)], up to the longest one: a request that is given up after n
// refusals was on its way n times and rested n - 1 times, for half the sum of those limits in the mean. The
// mean of 400 prefixes is known to the deviation of the sum, sqrt(sum of limits^2 / 12), over 20; five of
// them.
TEST(ObjectStore, EachRestHasItsOwnLimit) {
  for (const std::int32_t attempts : {2, 3, 4, 6}) {
    constexpr std::int64_t kPrefixes = 400;
    ObjectStoreSpec spec = refusing(1, 10_ms);
    spec.connections = 4000;
    spec.refusals->attempts = attempts;
    spec.refusals->longest_rest = 80_ms;
    const auto machine = machine_of(spec);
    std::vector<Duration> first(kPrefixes), second(kPrefixes);
    {
      TaskGroup group(machine->sim());
      for (std::size_t i = 0; i < kPrefixes; ++i)
        group.spawn("served", give_up(*machine, static_cast<std::int64_t>(i), first[i]));
      for (std::size_t i = 0; i < kPrefixes; ++i)
        group.spawn("given up", give_up(*machine, static_cast<std::int64_t>(i), second[i]));
      ASSERT_EQ(machine->sim().run().end, RunEnd::finished);
    }
    double mean = 0, variance = 0, measured = 0;
    for (std::int32_t k = 1; k < attempts; ++k) {
      const double limit = std::min(0.08, 0.01 * std::pow(2.0, k - 1));
      mean += limit / 2;
      variance += limit * limit / 12;
    }
    const double way = 2 * (kSmall + kAway).in_seconds();
    for (const Duration spent : second) measured += spent.in_seconds() / static_cast<double>(kPrefixes);
    EXPECT_NEAR(measured - attempts * way, mean, 5 * std::sqrt(variance) / 20 + 1e-5) << attempts;
    EXPECT_EQ(machine->total("store/clients", "requests_refused"), attempts * kPrefixes);
  }
}

TEST(ObjectStore, WhatNeverGetsThroughIsReported) {
  ObjectStoreSpec spec = refusing(1, 1_ms);
  spec.refusals->attempts = 3;
  const auto machine = machine_of(spec);
  TaskGroup group(machine->sim());
  group.spawn("reads", read_objects(machine->client(), 0, 2));
  EXPECT_EQ(machine->sim().run().end, RunEnd::finished);
  EXPECT_EQ(machine->total("store/clients", "requests_refused"), 3);
  EXPECT_EQ(machine->store().imbalance(), "node 0: 1 requests were refused until they were given up");
}

}  // namespace
}  // namespace headrace
