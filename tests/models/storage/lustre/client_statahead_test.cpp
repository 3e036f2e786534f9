// Stats ahead of a process that asks for names in order: how long it takes, and what it asks of servers.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/storage/lustre/client.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

constexpr Duration kAttributes = kRoundTrip + 90_us;
constexpr Duration kGlimpse = kRoundTrip + 20_us;  // Asks for a size.

LustreSpec ahead(std::int64_t most, std::int64_t window, std::int64_t batch = 0) {
  LustreSpec spec = exact_spec();
  spec.mds.threads = 512;
  spec.client.statahead_max = most;
  spec.client.statahead_batch = batch;
  spec.client.metadata_max_rpcs_in_flight = window;
  return spec;
}

Task<> stat_in_order(FileSystem& storage, std::int64_t count, std::int64_t stride = 1) {
  for (std::int64_t i = 0; i < count; ++i) {
    const FileInfo file = test_file(i * stride, 1_KiB);
    co_await storage.stat(file);
  }
}

TEST(StatAhead, OffEachNameTakesItsTurn) {
  TestMachine machine(ahead(0, 8));
  EXPECT_EQ(machine.run(stat_in_order(machine.client(), 100)), 100 * (kAttributes + kGlimpse));
  EXPECT_EQ(machine.mds_requests(), 100);
}

// The first two names take their turn: 2 (G + S). From the third on requests for attributes go w at a time,
// a round of G each, and sizes beside them: (n - 2) / w rounds, and the size of the last. The window doubles
// faster than the reader comes; headers that leave at once cost a few ns each, and a round is the tolerance.
TEST(StatAhead, FromTheThirdNameOnRequestsOverlap) {
  for (const std::int64_t window : {1, 2, 8}) {
    TestMachine machine(ahead(128, window));
    constexpr std::int64_t kNames = 402;
    const Duration expected = 2 * (kAttributes + kGlimpse) + (kNames - 2) / window * kAttributes + kGlimpse;
    const Duration spent = machine.run(stat_in_order(machine.client(), kNames));
    EXPECT_GE(spent, expected - kAttributes) << window;
    EXPECT_LE(spent, expected + kAttributes + 10_us) << window;
  }
}

// At distances of 5 it is the same; what lies past the end is asked for in vain, at most the window.
TEST(StatAhead, AsksForNoMoreThanTheWindowPastTheEnd) {
  for (const std::int64_t stride : {1, 5}) {
    TestMachine machine(ahead(32, 8));
    machine.run(stat_in_order(machine.client(), 200, stride));
    EXPECT_EQ(machine.mds_requests(), 200 + 32) << stride;
  }
}

// Where the way is long a request for 64 names takes 2 L + 64 s, and then their sizes a round of their own;
// two such are on their way, as the window of names is 128: 64 names in half of 13.8 ms at L = 2 ms. Each
// alone, eight requests are on their way: 8 names in 2 L + s, so 64 in 32.7 ms. What it takes to get there is
// a few rounds of the fifty.
TEST(StatAhead, ARequestForManyNamesSavesTheWay) {
  const auto spent = [](std::int64_t batch, std::int64_t& requests) {
    TestMachine machine(ahead(128, 8, batch), 1, 2_ms);
    const Duration time = machine.run(stat_in_order(machine.client(), 6402));
    requests = machine.mds_requests();
    return time;
  };
  std::int64_t alone = 0, together = 0;
  const Duration round = 4_ms + 64 * 90_us + 4_ms + 20_us;
  EXPECT_NEAR(spent(0, alone) / (6400 / 8 * (4_ms + 90_us)), 1, 0.02);
  EXPECT_NEAR(spent(64, together) / (6400 / 128 * round), 1, 0.06);
  EXPECT_EQ(alone, 6402 + 128);
  EXPECT_LT(together, 3 + 6400 / 64 + 16);
}

// A request for many names is served for as long as all of them one by one: each of 402 names, and of those
// past the end, takes 90 us of a thread, whatever the batch. The window of 128 past the end is asked for as
// far as whole batches fit: more than 128 - b of it.
TEST(StatAhead, EachNameOfARequestIsServed) {
  for (const std::int64_t batch : {1, 2, 4, 8}) {
    TestMachine machine(ahead(128, 8, batch));
    machine.run(stat_in_order(machine.client(), 402));
    const double run = machine.sim().now().since_start().in_seconds();
    const double names = machine.metric("lustre/mds/0", "threads_busy", "mean") * run / 90e-6;
    EXPECT_NEAR(names, std::round(names), 1e-6) << batch;
    EXPECT_LT(names, 402 + 128.5) << batch;
    EXPECT_GT(names, 402 + 128.5 - static_cast<double>(batch)) << batch;
  }
}

// Names in no order are asked for one by one, and nothing else is.
TEST(StatAhead, LeavesRandomNamesAlone) {
  TestMachine machine(ahead(128, 8));
  const auto random = [](FileSystem& storage) -> Task<> {
    RandomStream draws(5, "names");
    for (int i = 0; i < 200; ++i) {
      const auto index = static_cast<std::int64_t>(draws.below(1'000'000'000));
      const FileInfo file = test_file(index, 1_KiB);
      co_await storage.stat(file);
    }
  };
  EXPECT_EQ(machine.run(random(machine.client())), 200 * (kAttributes + kGlimpse));
  EXPECT_EQ(machine.mds_requests(), 200);
}

Task<> stat_some_then_wait(TestMachine& machine, std::int64_t count, Duration& spent) {
  co_await stat_in_order(machine.client(), count);
  co_await machine.sim().delay(1_s);
  const Time begin = machine.sim().now();
  const FileInfo next = test_file(count, 1_KiB);
  co_await machine.client().stat(next);
  spent = machine.sim().now() - begin;
}

// What is here when it is asked for takes no time, once: whoever unlinks it or drops caches asks again.
TEST(StatAhead, WhatIsHereTakesNoTime) {
  TestMachine machine(ahead(16, 8));
  Duration spent = 1_s;
  machine.run(stat_some_then_wait(machine, 10, spent));
  EXPECT_EQ(spent, Duration());
  const auto again = [&](std::int64_t index) {
    return machine.run(stat_file(machine.client(), test_file(index, 1_KiB)));
  };
  EXPECT_EQ(again(11), Duration());
  EXPECT_EQ(again(11), kAttributes + kGlimpse);
  machine.run([](FileSystem& s) -> Task<> { co_await s.unlink(test_file(12, 1_KiB)); }(machine.client()));
  EXPECT_EQ(again(12), kAttributes + kGlimpse);
  machine.client().drop_caches();
  EXPECT_EQ(again(13), kAttributes + kGlimpse);
}

// Whoever goes away while he waits for one that is looked up ahead leaves nothing behind; processes beside
// each other on one node get all their names.
TEST(StatAhead, AnAbandonedStatLeavesNothing) {
  LustreSpec spec = ahead(128, 1, 16);
  TestMachine machine(spec);
  for (const Duration end : {300_us, 400_us, 555_us, 777_us, 2_ms, 5_ms}) {
    {
      TaskGroup group(machine.sim());
      group.spawn("stats", stat_in_order(machine.client(), 1000));
      RunLimits limits;
      limits.until = machine.sim().now() + end;
      machine.sim().run(limits);
    }
    machine.settle();
  }
  std::vector<Task<>> bodies;
  for (int i = 0; i < 4; ++i) bodies.push_back(stat_in_order(machine.client(), 300, 1 + i));
  machine.run_all(std::move(bodies));
  EXPECT_EQ(machine.outcome().end, RunEnd::finished);
}

// Names asked for in order need as many handles as are looked up ahead at a time, and a few, however many
// names wait for their answer: what has been told is free again.
TEST(StatAhead, GivesTheHandlesOfToldNamesAgain) {
  TestMachine machine(ahead(32, 1));
  machine.run(stat_in_order(machine.client(), 400));
  FileHandle handle = 0;
  machine.run([](FileSystem& storage, FileHandle& opened) -> Task<> {
    opened = co_await storage.open(test_file(0, 1_KiB));
  }(machine.client(), handle));
  EXPECT_LT(handle, 32 + 8);
}

}  // namespace
}  // namespace headrace
