#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "sim/link.h"
#include "sim/random.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

// Runs up to a time, by an event of its own. Returns how many there were so far.
std::uint64_t run_to(Simulation& sim, Duration at) {
  sim.schedule(Time::at(at), {[](void*, std::uint64_t) {}, nullptr, 0});
  RunLimits limits;
  limits.until = Time::at(at);
  return sim.run(limits).events;
}

// A flow of 1000 B that nobody waits for ends after 1 us, by no event; the link is idle from then on.
TEST(UnseenFlows, EndWithoutAnEvent) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  Link::Flow flow;
  link.start(flow, 1000_B);
  run_to(sim, 999_ns);
  EXPECT_TRUE(flow.active());
  EXPECT_EQ(link.busy(), 999_ns);
  EXPECT_EQ(run_to(sim, 2_us), 2u);
  EXPECT_FALSE(flow.active());
  EXPECT_EQ(link.active(), 0u);
  EXPECT_EQ(link.bytes_moved(), 1000_B);
  EXPECT_EQ(link.busy(), 1_us);
  EXPECT_EQ(flow.stop(), Bytes());
}

TEST(UnseenFlows, MayBeWaitedForLater) {
  Simulation sim;
  Link link(sim, "wire", 1_GBps);
  Link::Flow first, second;
  Time ended;
  const auto note = [](void* time, std::uint64_t word) {
    *static_cast<Time*>(time) = Time::at(Duration::nanoseconds(static_cast<std::int64_t>(word)));
  };
  link.start(first, 1000_B);
  link.start(second, 3000_B);
  run_to(sim, 500_ns);
  EXPECT_EQ(first.stop(), 750_B);
  second.call_at_end({note, &ended, 7});
  EXPECT_EQ(sim.run().at, Time::at(3250_ns));  // 250 B in half a microsecond, the others alone.
  EXPECT_EQ(ended, Time::at(7_ns));
}

// Whoever waits moves a transfer and notes its end; others only begin a flow, or wait for it, too.
enum class Who : std::uint8_t { waits, begins, waits_for_nothing };

Task<> one(Simulation& sim, Link& link, Link::Flow& flow, Duration start, Bytes size, Who who,
           std::vector<Time>& ends) {
  co_await sim.delay(start);
  if (who == Who::begins) {
    link.start(flow, size);
    co_return;
  }
  co_await link.transfer(size);
  if (who == Who::waits) ends.push_back(sim.now());
}

Task<> until_the_end(Simulation& sim) { co_await sim.delay(1_s); }

// Returns the ends of every third of many transfers, how long the link was busy, and the events of the run.
std::pair<std::vector<Time>, std::uint64_t> ends_beside(Who others) {
  constexpr std::size_t kFlows = 600;
  Simulation sim;
  Link link(sim, "wire", Bandwidth::bytes_per_second(1.7e9), Bandwidth::bytes_per_second(0.3e9));
  RandomStream random(5, "unseen");
  std::array<Link::Flow, kFlows> flows;
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("end", until_the_end(sim));
  for (std::size_t i = 0; i < kFlows; ++i) {
    const auto start = Duration::nanoseconds(static_cast<std::int64_t>(random.below(10'000'000)));
    const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(60'000) + 1));
    group.spawn("flow", one(sim, link, flows[i], start, size, i % 3 == 0 ? Who::waits : others, ends));
  }
  const std::uint64_t events = sim.run().events;
  ends.push_back(Time::at(link.busy()));
  return {ends, events};
}

// Whether others wait for theirs changes no end, but for what is rounded where an event looks.
TEST(UnseenFlows, ChangeNoEnds) {
  const auto [every, events_of_all] = ends_beside(Who::waits_for_nothing);
  const auto [some, events] = ends_beside(Who::begins);
  ASSERT_EQ(some.size(), 201u);
  ASSERT_EQ(some.size(), every.size());
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_LE(std::abs((some[i] - every[i]).ns()), 3) << i;
  EXPECT_LT(events, events_of_all);
}

}  // namespace
}  // namespace headrace
