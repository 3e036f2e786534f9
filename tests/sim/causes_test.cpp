#include "sim/causes.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "sim/barrier.h"
#include "sim/fair_network.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/simulation.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

using namespace headrace::literals;

// A simulation whose causes are noted, and the time of each part on the path to its end.
class CausesTest : public testing::Test {
 protected:
  CausesTest() { sim_.note_causes(causes_); }

  PartId part(const std::string& what) { return causes_.part("here", what); }
  // Runs to the end; checks that the parts add up to it.
  std::map<std::string, Duration> path() {
    const RunOutcome outcome = sim_.run();
    std::map<std::string, Duration> times;
    Duration sum;
    causes_.each_step(causes_.present(), [&](const Causes::Step& step) {
      EXPECT_LT(step.begin, step.end);
      times[causes_.part(step.part).what] += step.end - step.begin;
      sum += step.end - step.begin;
    });
    EXPECT_EQ(sum, outcome.at.since_start());
    return times;
  }

  Task<> works(Duration first, PartId of_first, Duration then, PartId of_then) {
    co_await sim_.delay(first, of_first);
    co_await sim_.delay(then, of_then);
  }

  Causes causes_;
  Simulation sim_;
};

// T = a + b: each part has its own time.
TEST_F(CausesTest, OneProcessIsItsDelays) {
  TaskGroup group(sim_);
  group.spawn("one", works(3_ms, part("a"), 5_ms, part("b")));
  const auto times = path();
  EXPECT_EQ(times.at("a"), 3_ms);
  EXPECT_EQ(times.at("b"), 5_ms);
}

// T = max(a, b) + c behind a barrier: the last to arrive is on the path, the other is not.
TEST_F(CausesTest, ABarrierGoesOnFromTheLast) {
  TaskGroup group(sim_);
  Barrier barrier(sim_, "step", 2);
  const auto process = [](Simulation& sim, Barrier& meets, Duration span, PartId own,
                          PartId behind) -> Task<> {
    co_await sim.delay(span, own);
    co_await meets.arrive();
    co_await sim.delay(1_ms, behind);
  };
  group.spawn("fast", process(sim_, barrier, 2_ms, part("fast"), part("behind")));
  group.spawn("slow", process(sim_, barrier, 9_ms, part("slow"), part("behind")));
  const auto times = path();
  EXPECT_EQ(times.count("fast"), 0u);
  EXPECT_EQ(times.at("slow"), 9_ms);
  EXPECT_EQ(times.at("behind"), 1_ms);
}

// n requests of s on one server, which come as one: T = n s, all of it the server's.
TEST_F(CausesTest, AQueueIsTheServersTime) {
  TaskGroup group(sim_);
  Resource server(sim_, "server", 1);
  const auto client = [](Simulation& sim, Resource& at, PartId serves) -> Task<> {
    auto turn = co_await at.acquire();
    co_await sim.delay(4_ms, serves);
  };
  for (int i = 0; i < 5; ++i) group.spawn("client", client(sim_, server, part("server")));
  EXPECT_EQ(path().at("server"), 20_ms);
}

// An instant that a component keeps in place of events comes from the one before it on the same part.
TEST_F(CausesTest, AnInstantMayComeFromAnother) {
  const CauseId first = causes_.add(Time::at(4_ms), CauseId(), part("pipe"));
  const CauseId second = causes_.add(Time::at(6_ms), first, part("pipe"));
  EXPECT_EQ(causes_.at(second), Time::at(6_ms));
  EXPECT_EQ(causes_.add(Time::at(6_ms), second, part("other")), second) << "no time has passed";
  const CauseId before = causes_.add(Time::at(5_ms), second, part("other"));
  EXPECT_EQ(causes_.at(before), Time::at(5_ms)) << "what is later has not decided it";
  std::vector<Duration> lengths;
  causes_.each_step(before, [&](const Causes::Step& step) { lengths.push_back(step.end - step.begin); });
  EXPECT_EQ(lengths, (std::vector<Duration>{1_ms, 4_ms}));
}

// A link that is never idle: T = sum of bytes / rate, all of it the link's, whoever began. What it moves ends
// at a whole nanosecond.
TEST_F(CausesTest, ALinkIsBlamedSinceItWasIdle) {
  TaskGroup group(sim_);
  Link link(sim_, "bus", 1_GBps, std::nullopt, part("bus"));
  const auto client = [](Simulation& sim, Link& over, Duration later, PartId idle) -> Task<> {
    co_await sim.delay(later, idle);
    co_await over.transfer(Bytes::count(4'000'000));
  };
  for (int i = 0; i < 4; ++i) group.spawn("client", client(sim_, link, 1_ms * (i + 1), part("idle")));
  const auto times = path();
  EXPECT_EQ(times.at("idle"), 1_ms);
  EXPECT_EQ(times.at("bus"), 16_ms + 1_ns);
}

// A flow that a full link of a network held is the link's time; one alone that of its narrowest.
TEST_F(CausesTest, ANetworkBlamesTheLinkThatHeldTheFlow) {
  TaskGroup group(sim_);
  FairNetwork net(sim_, "net");
  const LinkId wide = net.add_link("wide", 10_GBps, part("wide"));
  const LinkId narrow = net.add_link("narrow", 1_GBps, part("narrow"));
  const std::vector<LinkId> way{wide, narrow};
  const auto client = [](FairNetwork& over, const std::vector<LinkId>& path) -> Task<> {
    co_await over.transfer(path, Bytes::count(4'000'000));
  };
  for (int i = 0; i < 3; ++i) group.spawn("client", client(net, way));
  const auto times = path();
  EXPECT_EQ(times.size(), 1u);
  EXPECT_NEAR(times.at("narrow").in_seconds(), 0.012, 1e-7);
}

// What is noted changes nothing: the same events in the same order.
TEST_F(CausesTest, NotingChangesNoEvent) {
  const auto outcome_of = [](Simulation& sim) {
    TaskGroup group(sim);
    Resource server(sim, "server", 2);
    const auto client = [](Simulation& on, Resource& at, Duration span) -> Task<> {
      for (int i = 0; i < 10; ++i) {
        auto turn = co_await at.acquire();
        co_await on.delay(span);
      }
    };
    for (int i = 0; i < 5; ++i) group.spawn("client", client(sim, server, 1_ms + 100_us * i));
    return sim.run();
  };
  Simulation plain;
  const RunOutcome without = outcome_of(plain);
  const RunOutcome with = outcome_of(sim_);
  EXPECT_EQ(with.fingerprint, without.fingerprint);
  EXPECT_EQ(with.at, without.at);
}

}  // namespace
}  // namespace headrace
