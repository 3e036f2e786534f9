#include "sim/simulation.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/barrier.h"
#include "sim/channel.h"
#include "sim/completion.h"
#include "sim/resource.h"
#include "sim/scope.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

using Words = std::vector<std::uint64_t>;

void note(void* words, std::uint64_t word) { static_cast<Words*>(words)->push_back(word); }

TEST(Simulation, RunsCallbacksInOrderUntilNothingIsDue) {
  Simulation sim;
  Words words;
  sim.schedule(Time::at(2_us), {&note, &words, 1});
  sim.schedule_in(1_us, {&note, &words, 2});
  sim.schedule_now({&note, &words, 3});
  sim.cancel(sim.schedule_now({&note, &words, 4}));
  sim.schedule_in(2_us, {&note, &words, 5});
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(words, (Words{3, 2, 1, 5}));
  EXPECT_EQ(outcome.end, RunEnd::finished);
  EXPECT_EQ(outcome.at, Time::at(2_us));
  EXPECT_EQ(outcome.events, 4u);
  EXPECT_EQ(sim.pending(), 0u);
}

Task<> tick(Simulation& sim, Duration span, int times) {
  for (int i = 0; i < times; ++i) co_await sim.delay(span);
}

TEST(Simulation, EndsWithTheLastForegroundProcess) {
  Simulation sim;
  TaskGroup group(sim);
  Words words;
  sim.schedule_in(1_s, {&note, &words, 1});  // Still pending at the end.
  group.spawn_daemon("sampler", tick(sim, 1_us, 1'000'000));
  group.spawn("work", tick(sim, 10_us, 3));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(sim.now(), Time::at(30_us));
  EXPECT_TRUE(words.empty());
}

TEST(Simulation, StopsAtTimeAndEventLimitsAndGoesOn) {
  Simulation sim;
  TaskGroup group(sim);
  group.spawn("work", tick(sim, 10_us, 100));
  RunLimits limits;
  limits.until = Time::at(25_us);
  RunOutcome outcome = sim.run(limits);
  EXPECT_EQ(outcome.end, RunEnd::time_limit);
  EXPECT_EQ(outcome.at, Time::at(25_us));
  EXPECT_EQ(outcome.events, 3u);
  limits.until = Time::at(30_us);  // Events of the limit itself run.
  EXPECT_EQ(sim.run(limits).events, 4u);
  limits.until = Time::never();
  limits.events = 50;
  outcome = sim.run(limits);
  EXPECT_EQ(outcome.end, RunEnd::event_limit);
  EXPECT_EQ(outcome.events, 50u);
  EXPECT_EQ(sim.run(limits).events, 50u);
  outcome = sim.run();
  EXPECT_EQ(outcome.end, RunEnd::finished);
  EXPECT_EQ(outcome.events, 101u);
  EXPECT_EQ(outcome.at, Time::at(1_ms));
}

TEST(Simulation, BrokenRunsHaveTheFingerprintOfTheWholeOne) {
  std::uint64_t fingerprints[2];
  for (const std::uint64_t step : {1u, 1'000'000u}) {
    Simulation sim;
    TaskGroup group(sim);
    for (int i = 1; i < 5; ++i) group.spawn("work", tick(sim, 3_us * i, 40));
    RunLimits limits;
    do limits.events = sim.events() + step;
    while (sim.run(limits).end == RunEnd::event_limit);
    fingerprints[step > 1] = sim.run().fingerprint;
  }
  EXPECT_EQ(fingerprints[0], fingerprints[1]);
}

struct StopAfter {
  std::uint64_t events = 0;
  std::vector<std::uint64_t> asked;  // Events that had run each time.
};

bool stop_after(void* argument, const Simulation& sim) {
  auto& stop = *static_cast<StopAfter*>(argument);
  stop.asked.push_back(sim.events());
  return sim.events() >= stop.events;
}

// After n events it is asked again n / 8 later, but not before 16 and at the latest after 4,096.
TEST(Simulation, AsksTheStopCallbackOftenAtFirst) {
  Simulation sim;
  TaskGroup group(sim);
  group.spawn("work", tick(sim, 1_us, 200'000));
  StopAfter stop;
  stop.events = 100'000;
  RunLimits limits;
  limits.stop = &stop_after;
  limits.stop_argument = &stop;
  const RunOutcome outcome = sim.run(limits);
  EXPECT_EQ(outcome.end, RunEnd::stopped);
  EXPECT_EQ(outcome.events, stop.asked.back());
  EXPECT_EQ(stop.asked.front(), 0U);
  for (std::size_t i = 1; i < stop.asked.size(); ++i) {
    const std::uint64_t before = stop.asked[i - 1];
    EXPECT_EQ(stop.asked[i] - before, std::min(std::max(before / 8, std::uint64_t{16}), std::uint64_t{4096}));
  }
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  stop.events = 0;
  TaskGroup more(sim);
  more.spawn("work", tick(sim, 1_us, 10));
  EXPECT_EQ(sim.run(limits).end, RunEnd::stopped);  // Asked before the first event, too.
}

Task<> arrive(Barrier& barrier) { co_await barrier.arrive(); }
Task<> pop(Channel<int>& channel) { co_await channel.pop(); }
Task<> acquire(Resource& resource, std::int64_t units) {
  const Resource::Hold hold = co_await resource.acquire(units);
  const Resource::Hold more = co_await resource.acquire(units);
}
Task<> complete(Completion& completion) { co_await completion; }

Task<> wait_for_both(Barrier& barrier, Completion& completion) {
  std::vector<Task<>> parts;
  parts.push_back(arrive(barrier));
  parts.push_back(arrive(barrier));
  parts.push_back(complete(completion));
  co_await when_all(std::move(parts));
}

TEST(Simulation, AStallNamesEachProcessAndWhatItWaitsFor) {
  Simulation sim;
  Barrier step(sim, "train/step", 9);
  Channel<int> batches(sim, "batches", 2);
  Resource threads(sim, "ost/7/threads", 4);
  Completion read(sim, "read of scratch");
  TaskGroup group(sim, "ranks");
  TaskGroup unnamed(sim);
  group.spawn("train/rank/3", arrive(step));
  group.spawn("loader", pop(batches));
  group.spawn("client", acquire(threads, 3));
  group.spawn("both", wait_for_both(step, read));
  group.spawn_daemon("sampler", pop(batches));
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(outcome.end, RunEnd::stalled);
  EXPECT_EQ(outcome.still_waiting,
            (std::vector<std::string>{"train/rank/3: barrier 'train/step'", "loader: empty channel 'batches'",
                                      "client: resource 'ost/7/threads'",
                                      "both: barrier 'train/step', read of scratch"}));
}

TEST(Simulation, AStallNamesAWaitWhoseObjectIsGone) {
  Simulation sim;
  TaskGroup group(sim);
  auto step = std::make_unique<Barrier>(sim, "step", 2);
  group.spawn("rank", arrive(*step));
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"rank: barrier 'step'"});
  step.reset();
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"rank: something that no longer exists"});
}

Task<> fail(Simulation& sim) {
  co_await sim.delay(1_us);
  throw std::runtime_error("broken");
}

TEST(Simulation, AnExceptionOfAProcessLeavesThroughRun) {
  Simulation sim;
  TaskGroup group(sim);
  group.spawn("bad", fail(sim));
  group.spawn("good", tick(sim, 1_us, 3));
  EXPECT_THROW(sim.run(), std::runtime_error);
  EXPECT_EQ(sim.now(), Time::at(1_us));
  EXPECT_EQ(group.running(), 1u);
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(sim.now(), Time::at(3_us));
}

TEST(Simulation, ADelayPastTheEndOfTimeIsNever) {
  Simulation sim;
  Words words;
  sim.schedule_in(1_us, {&note, &words, 1});
  RunLimits limits;
  limits.until = Time::at(2_us);
  sim.run(limits);
  sim.schedule_in(Duration::max(), {&note, &words, 2});
  limits.until = Time::never() - 1_ns;
  EXPECT_EQ(sim.run(limits).end, RunEnd::finished);  // Nothing is due, and nobody waits.
  EXPECT_EQ(words, Words{1});
  EXPECT_EQ(sim.pending(), 1u);
}

TEST(Simulation, ADelayThatNeverEndsIsAStall) {
  Simulation sim;
  TaskGroup group(sim);
  group.spawn("sleeper", tick(sim, Duration::max(), 1));
  group.spawn("work", tick(sim, 10_us, 3));
  RunOutcome outcome = sim.run();
  EXPECT_EQ(outcome.end, RunEnd::stalled);
  EXPECT_EQ(outcome.at, Time::at(30_us));
  EXPECT_EQ(outcome.still_waiting, std::vector<std::string>{"sleeper: a delay that never ends"});

  RunLimits limits;  // Also before a limit in time, once only endless delays are left …
  limits.until = Time::at(1_s);
  EXPECT_EQ(sim.run(limits).end, RunEnd::stalled);
  group.spawn("later", tick(sim, 2_s, 1));  // … and not while something is still to come.
  EXPECT_EQ(sim.run(limits).end, RunEnd::time_limit);
  limits.until = Time::never();
  EXPECT_EQ(sim.run(limits).end, RunEnd::stalled);
  EXPECT_EQ(sim.now(), Time::at(2_s + 30_us));
}

TEST(Simulation, AnEndlessDelayThatIsGivenUpIsForgotten) {
  Simulation sim;
  for (int round = 0; round < 1000; ++round) {
    TaskGroup sleepers(sim);
    sleepers.spawn("sleeper", tick(sim, Duration::max(), 1));
    EXPECT_EQ(sim.run().end, RunEnd::stalled);
  }
  EXPECT_EQ(sim.pending(), 0u);
  TaskGroup group(sim);
  group.spawn("work", tick(sim, 10_us, 3));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
}

TEST(Simulation, TheLastInstantIsStillReached) {
  Simulation sim;
  TaskGroup group(sim);
  group.spawn("work", tick(sim, Duration::max() - 1_ns, 1));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(sim.now(), Time::never() - 1_ns);
}

struct Builder {
  int asked = 0;
  int most = 0;
  static bool go_on(void* context) {
    auto& builder = *static_cast<Builder*>(context);
    return ++builder.asked <= builder.most;
  }
};

TEST(Simulation, AWatchEndsTheBuilding) {
  Simulation sim;
  Metrics metrics;
  const Scope scope(sim, metrics);
  Builder builder;
  builder.most = 2;
  sim.watch_building({&Builder::go_on, &builder});
  int parts = 0;
  EXPECT_THROW(
      while (parts < 10'000) {
        static_cast<void>(scope.part("node", parts));
        ++parts;
      },
      BuildStopped);
  EXPECT_EQ(builder.asked, 3);
  EXPECT_EQ(parts, 767);  // The 768th was refused: it is asked every 256.
  sim.watch_building({});
  for (int i = 0; i < 10'000; ++i) static_cast<void>(scope.part("node"));
  EXPECT_EQ(builder.asked, 3);
}

TEST(Simulation, AWatchSeesProcessesToo) {
  Simulation sim;
  Builder builder;
  sim.watch_building({&Builder::go_on, &builder});
  TaskGroup group(sim);
  EXPECT_THROW(for (int i = 0; i < 1000; ++i) group.spawn("work", tick(sim, 1_us, 1)), BuildStopped);
  EXPECT_EQ(group.running(), 255u);
  sim.watch_building({});
  EXPECT_EQ(sim.run().end, RunEnd::finished);
}

TEST(SimulationDeathTest, RefusesANegativeDelay) {
  Simulation sim;
  EXPECT_EXIT(sim.schedule_in(Duration() - 1_ns, {&note, nullptr, 0}), testing::ExitedWithCode(70),
              "span >=");
}

// Two streams of one name would draw the same numbers: whoever opens the second is told at once.
TEST(SimulationDeathTest, AStreamIsOpenedOnce) {
  Simulation sim(3);
  RandomStream first = sim.random("disk/0");
  RandomStream other = sim.random("disk/1");
  EXPECT_NE(first.bits(), other.bits());
  EXPECT_EXIT(sim.random("disk/0"), testing::ExitedWithCode(70), "two streams named disk/0");
  EXPECT_EQ(RandomStream(3, "disk/0").at(0).bits(), first.at(0).bits());
  RandomStream same = Simulation(3).random("disk/1");  // Another run opens its own.
  EXPECT_EQ(same.bits(), RandomStream(3, "disk/1").bits());
}

}  // namespace
}  // namespace headrace
