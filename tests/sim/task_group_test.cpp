#include "sim/task_group.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/sim/tracked.h"

namespace headrace {
namespace {

Task<> note_after(Simulation& sim, Duration span, std::vector<int>& order, int value) {
  co_await sim.delay(span);
  order.push_back(value);
}

Task<> join_and_note(TaskGroup& group, std::vector<int>& order, int value) {
  co_await group.join();
  order.push_back(value);
}

TEST(TaskGroup, StartsProcessesInOrderByAnEvent) {
  Simulation sim;
  std::vector<int> order;
  TaskGroup group(sim);
  for (int i = 0; i < 4; ++i) group.spawn("p", note_after(sim, Duration(), order, i));
  EXPECT_TRUE(order.empty());
  sim.run();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
}

TEST(TaskGroup, JoinWaitsForAllButDaemons) {
  Simulation sim;
  std::vector<int> order;
  TaskGroup workers(sim);
  TaskGroup watchers(sim);
  watchers.spawn("early", join_and_note(workers, order, 8));
  workers.spawn("a", note_after(sim, 2_us, order, 1));
  workers.spawn("b", note_after(sim, 1_us, order, 2));
  workers.spawn_daemon("d", note_after(sim, 9_us, order, 3));
  EXPECT_EQ(sim.run().at, Time::at(2_us));
  watchers.spawn("late", join_and_note(workers, order, 9));  // Nothing left: does not wait.
  sim.run();
  EXPECT_EQ(order, (std::vector<int>{2, 1, 8, 9}));
}

Task<> short_life(Simulation& sim, Tracked tracked) {
  co_await sim.delay(1_us);
  static_cast<void>(tracked.value());
}

Task<> spawn_many(Simulation& sim, TaskGroup& group, Ledger& ledger, int count, std::size_t& most) {
  for (int i = 0; i < count; ++i) {
    group.spawn("short", short_life(sim, Tracked(ledger)));
    co_await sim.delay(1_us);
    most = std::max(most, ledger.alive());
  }
}

TEST(TaskGroup, FreesWhatHasFinished) {
  Simulation sim;
  Ledger ledger;
  std::size_t most = 0;
  TaskGroup shorts(sim);
  TaskGroup group(sim);
  group.spawn("spawner", spawn_many(sim, shorts, ledger, 2000, most));
  sim.run();
  EXPECT_LE(most, 3u);
  EXPECT_EQ(shorts.running(), 0u);
  EXPECT_TRUE(ledger.sound());
}

Task<> hold(Simulation& sim, Tracked tracked) {
  co_await sim.delay(1_s);
  static_cast<void>(tracked.value());
}

TEST(TaskGroup, DestructionCancelsWhatRunsAndWhatNeverBegan) {
  Simulation sim;
  Ledger ledger;
  {
    TaskGroup group(sim);
    for (int i = 0; i < 3; ++i) group.spawn("p", hold(sim, Tracked(ledger)));
    group.spawn_daemon("d", hold(sim, Tracked(ledger)));
    RunLimits limits;
    limits.events = 2;
    sim.run(limits);
    EXPECT_EQ(ledger.alive(), 4u);
  }
  EXPECT_TRUE(ledger.sound());
  EXPECT_EQ(sim.pending(), 0u);
  EXPECT_EQ(sim.run().end, RunEnd::finished);
}

Task<> crash(Simulation& sim, TaskGroup& victim) {
  co_await sim.delay(1_us);
  victim.cancel_all();
}

TEST(TaskGroup, CancelAllLetsJoinersGoOnAndTheGroupBeUsedAgain) {
  Simulation sim;
  Ledger ledger;
  std::vector<int> order;
  TaskGroup victim(sim);
  TaskGroup others(sim);
  victim.spawn("p", hold(sim, Tracked(ledger)));
  others.spawn("joiner", join_and_note(victim, order, 1));
  others.spawn("crash", crash(sim, victim));
  EXPECT_EQ(sim.run().at, Time::at(1_us));
  EXPECT_TRUE(ledger.sound());
  EXPECT_EQ(order, std::vector<int>{1});
  victim.spawn("again", note_after(sim, 1_us, order, 2));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(order.back(), 2);
}

TEST(TaskGroup, AJoinerMayOutliveTheGroup) {
  Simulation sim;
  std::vector<int> order;
  auto workers = std::make_unique<TaskGroup>(sim, "workers");
  TaskGroup watchers(sim);
  workers->spawn("never", note_after(sim, 1_s, order, 1));
  watchers.spawn("joiner", join_and_note(*workers, order, 2));
  RunLimits limits;
  limits.until = Time::at(1_ms);
  sim.run(limits);
  workers.reset();
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(order, std::vector<int>{2});
}

}  // namespace
}  // namespace headrace
