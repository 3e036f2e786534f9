// Whole operations over outages: each ends, and every byte is where it would have been.

#include <gtest/gtest.h>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

LustreSpec servers(std::int64_t threads = 512) {
  LustreSpec spec = exact_spec();
  spec.oss.count = 2;
  spec.ost.count = 4;
  spec.oss.threads = threads;
  return spec;
}

Outage quick() {
  Outage outage;
  outage.rpc_timeout = 20_ms;
  outage.reconnect_interval = 5_ms;
  return outage;
}

struct Event {
  Duration at;
  Part part = Part::ost;
  std::int64_t number = 0;
  Duration lasting;
  std::optional<Duration> failover;
};

Task<> happen(TestMachine& machine, Event event) {
  FaultSite& site = *machine.lustre().fault_site();
  Place place;
  place.part = event.part;
  place.number = event.number;
  Outage outage = quick();
  outage.failover_time = event.failover;
  co_await machine.sim().delay(event.at);
  site.goes_down(place, outage);
  co_await machine.sim().delay(event.lasting);
  site.comes_up(place);
}

// 16 files of 12 MB over all four targets, each by a reader of its own, beside these events.
Duration read_beside(TestMachine& machine, const std::vector<Event>& events) {
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 16; ++i)
    bodies.push_back(read_whole(machine.client(static_cast<std::size_t>(i) % 2),
                                test_file(i, 12'000'000_B, 4), IoMode::direct));
  Duration longest;
  const auto timed = [](TestMachine& own, Task<> body, Duration& end) -> Task<> {
    co_await std::move(body);
    end = std::max(end, own.sim().now().since_start());
  };
  for (Task<>& body : bodies) body = timed(machine, std::move(body), longest);
  for (const Event& event : events) bodies.push_back(happen(machine, event));
  machine.run_all(std::move(bodies));
  EXPECT_EQ(machine.lustre().imbalance(), "");
  EXPECT_EQ(machine.all_ost_read(), 16 * 12'000'000_B);
  EXPECT_EQ(machine.total_bytes("bytes_read"), 16 * 12'000'000_B);
  return longest;
}

TEST(LustreFaults, AnOutageInTheMiddleOfAnEpochDelaysItByWhatItTakesToComeBack) {
  TestMachine plain(servers(), 2), disturbed(servers(), 2);
  const Duration without = read_beside(plain, {});
  const Duration with = read_beside(disturbed, {{10_ms, Part::oss, 1, 100_ms, {}}});
  EXPECT_GE(with, 110_ms);
  EXPECT_LE(with, without + 100_ms + 20_ms + 5_ms);
  EXPECT_GT(with, without);
}

// Noticed after 20 ms, the partner has the targets after 5: not the 10 s of the outage.
TEST(LustreFaults, AFailoverShortensIt) {
  TestMachine plain(servers(), 2), disturbed(servers(), 2);
  const Duration without = read_beside(plain, {});
  const Duration with = read_beside(disturbed, {{10_ms, Part::oss, 1, 10_s, 5_ms}});
  EXPECT_GE(with, without);
  // Half of the ports and threads, which are not what limits, and the drives are where they were.
  EXPECT_LE(with, without + 5_ms + 20_ms + 5_ms);
}

// With two threads most requests wait at the server when it goes down, and with a scheduler in its queues.
TEST(LustreFaults, WhatWaitsForAThreadIsLostAndFoundAgain) {
  for (const auto& row : RequestScheduler::table()) {
    LustreSpec spec = servers(2);
    spec.oss.scheduler = Chosen<RequestScheduler>(row.name);
    TestMachine machine(spec, 2);
    const Duration end = read_beside(
        machine,
        {{2_ms, Part::oss, 0, 3_ms, {}}, {4_ms, Part::ost, 1, 50_ms, {}}, {30_ms, Part::oss, 0, 9_ms, 2_ms}});
    EXPECT_GE(end, 54_ms) << row.name;
  }
}

// One thread, 1 ms at the drives, 64 requests of one client: when the server is back, the other client's read
// is not behind those that were lost there, which come again 20 ms after they were sent.
TEST(LustreFaults, WhatWasLostTakesNoTimeOfTheServer) {
  LustreSpec spec = servers(1);
  spec.ost.device.flash().read_latency = Distribution(1_ms);
  spec.client.rpc_size = 64_KiB;
  spec.client.max_rpcs_in_flight = 64;
  TestMachine machine(spec, 2);
  std::vector<Task<>> bodies;
  bodies.push_back(read_whole(machine.client(0), test_file(0, 64 * 64_KiB), IoMode::direct));
  bodies.push_back(happen(machine, {5_ms, Part::oss, 0, 1_ms, {}}));
  Duration spent;
  bodies.push_back([](TestMachine& own, Duration& span) -> Task<> {
    co_await own.sim().delay(10_ms);
    co_await read_whole(own.client(1), test_file(4, 64_KiB), IoMode::direct);
    span = own.sim().now().since_start() - 10_ms;
  }(machine, spent));
  machine.run_all(std::move(bodies));
  EXPECT_GE(spent, 1_ms);
  EXPECT_LT(spent, 2_ms);
}

// Locks, sizes, opens and closes get no answer either, and come back.
TEST(LustreFaults, EveryKindOfRequestComesBack) {
  for (const Duration at : {1_us, 100_us, 220_us, 260_us, 330_us, 500_us, 1_ms, 5_ms}) {
    TestMachine machine(servers(), 2);
    std::vector<Task<>> bodies;
    bodies.push_back(write_whole(machine.client(0), test_file(0, 9'000'000_B, 4), true));
    bodies.push_back(stat_file(machine.client(1), test_file(1, 9'000'000_B, 4)));
    bodies.push_back(read_whole(machine.client(1), test_file(2, 9'000'000_B, 4), IoMode::buffered));
    for (const Part part : {Part::mds, Part::oss}) {
      Event event;
      event.at = at;
      event.part = part;
      event.lasting = 30_ms;
      bodies.push_back(happen(machine, event));
    }
    const Duration spent = machine.run_all(std::move(bodies));
    EXPECT_GE(spent, 30_ms);
    EXPECT_LE(spent, 200_ms);
    EXPECT_EQ(machine.lustre().imbalance(), "") << at.ns();
    Bytes written;
    for (std::int64_t i = 0; i < 4; ++i) written += machine.ost_written(i);
    EXPECT_EQ(written, 9'000'000_B);
    EXPECT_EQ(machine.all_ost_read(), 9'000'000_B);
  }
}

// A scheduler between jobs counts a lost request as under way until it is back.
TEST(LustreFaults, TheSchedulerBetweenJobsKeepsItsPlaces) {
  LustreSpec spec = servers();
  spec.job_scheduler.emplace();
  spec.job_scheduler->in_flight = 8;
  TestMachine machine(spec, 2);
  read_beside(machine, {{10_ms, Part::oss, 1, 100_ms, {}}});
}

// Outages of all parts, one over the other, at times that no two seeds share.
TEST(LustreFaults, ManyAtOnceLoseNothing) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    RandomStream random(seed, "events");
    std::vector<Event> events;
    for (int i = 0; i < 40; ++i) {
      Event event;
      event.at = Duration::nanoseconds(static_cast<std::int64_t>(random.below(150'000'000)));
      event.lasting = Duration::nanoseconds(1 + static_cast<std::int64_t>(random.below(30'000'000)));
      event.part = static_cast<Part>(random.below(3));
      const std::uint64_t parts[] = {4, 2, 1};
      event.number = static_cast<std::int64_t>(random.below(parts[static_cast<std::size_t>(event.part)]));
      if (random.below(2) == 0)
        event.failover = Duration::nanoseconds(static_cast<std::int64_t>(random.below(20'000'000)));
      events.push_back(event);
    }
    TestMachine machine(servers(8), 2, kLatency, seed);
    read_beside(machine, events);
  }
}

}  // namespace
}  // namespace headrace
