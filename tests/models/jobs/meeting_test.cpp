#include "models/jobs/meeting.h"

#include <gtest/gtest.h>

#include <deque>

#include "sim/task_group.h"
#include "tests/models/support/budget.h"

namespace headrace {
namespace {

Task<> meet(Simulation& sim, Meeting& meeting, RankAccount& rank, Duration host, Duration compute) {
  rank.start(sim.now());
  for (int round = 0; round < 2; ++round) {
    rank.begin(Cause::host);
    co_await sim.delay(host);
    rank.end(sim.now());
    rank.begin(Cause::compute);
    co_await sim.delay(compute);
    co_await meeting.arrive(rank, Cause::barrier_wait);
  }
}

// The last one does host work for 1 s and computes for 9 s: longer than the others by that 1 s, and by 8.5
// and 5 s.
TEST(Meeting, WhoWaitsDoesSoForWhatTheLastOneDidLonger) {
  Simulation sim;
  Meeting meeting(sim, "step", 3);
  std::deque<RankAccount> ranks(3);
  TaskGroup group(sim);
  group.spawn("early", meet(sim, meeting, ranks[0], Duration(), 500_ms));
  group.spawn("later", meet(sim, meeting, ranks[1], Duration(), 4_s));
  group.spawn("last", meet(sim, meeting, ranks[2], 1_s, 9_s));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(spent(ranks[0], Cause::barrier_wait, Activity::host), 2 * 1_s);
  EXPECT_EQ(spent(ranks[0], Cause::barrier_wait, Activity::compute), 2 * 8500_ms);
  EXPECT_EQ(spent(ranks[1], Cause::barrier_wait, Activity::host), 2 * 1_s);
  EXPECT_EQ(spent(ranks[1], Cause::barrier_wait, Activity::compute), 2 * 5_s);
  EXPECT_EQ(ranks[2].spent(Cause::barrier_wait), Duration());
  for (const RankAccount& rank : ranks) EXPECT_EQ(rank.accounted(), Time::at(20_s));
}

// Both compute for 4 s, after host work of 1 s and of 3 s: the late one computes while the early one waits,
// and still it is its host work that is waited for.
TEST(Meeting, WhoIsLateIsSoForWhatItDidBefore) {
  Simulation sim;
  Meeting meeting(sim, "step", 2);
  std::deque<RankAccount> ranks(2);
  TaskGroup group(sim);
  group.spawn("early", meet(sim, meeting, ranks[0], 1_s, 4_s));
  group.spawn("late", meet(sim, meeting, ranks[1], 3_s, 4_s));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(spent(ranks[0], Cause::barrier_wait, Activity::host), 2 * 2_s);
  EXPECT_EQ(ranks[0].spent(Cause::barrier_wait), 2 * 2_s);
}

Task<> meet_twice(Simulation& sim, Meeting& half, Meeting& all, RankAccount& rank, Duration compute) {
  rank.start(sim.now());
  for (int round = 0; round < 2; ++round) {
    rank.begin(Cause::compute);
    co_await sim.delay(compute);
    co_await half.arrive(rank, Cause::pipeline_wait);
    rank.end(sim.now());
  }
  co_await all.arrive(rank, Cause::barrier_wait);
}

// Of a pair one computes for 2 s and the other for 5 s. Who computes for 1 s waits for 2 x (5 - 1) s of
// computation, which the pair has not forgotten when it met.
TEST(Meeting, SomeWhoMeetGoOnMeasuring) {
  Simulation sim;
  Meeting pair(sim, "pair", 2, 1, Meeting::Of::some), lone(sim, "lone", 1, 1, Meeting::Of::some);
  Meeting all(sim, "all", 3);
  std::deque<RankAccount> ranks(3);
  TaskGroup group(sim);
  group.spawn("one", meet_twice(sim, pair, all, ranks[0], 2_s));
  group.spawn("slow", meet_twice(sim, pair, all, ranks[1], 5_s));
  group.spawn("alone", meet_twice(sim, lone, all, ranks[2], 1_s));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(spent(ranks[0], Cause::pipeline_wait, Activity::compute), 2 * 3_s);
  EXPECT_EQ(spent(ranks[2], Cause::barrier_wait, Activity::compute), 2 * 4_s);
}

Task<> come(Simulation& sim, Meeting& meeting, RankAccount& rank, Duration after, bool last) {
  co_await sim.delay(after);
  if (!last) {
    co_await meeting.arrive();
  } else {
    co_await meeting.arrive(rank, Cause::barrier_wait);
  }
}

// Two threads of each of two ranks: one rank is complete after 2 s, the other after 5 s of computation.
TEST(Meeting, ARankWaitsOnceItsLastThreadIsThere) {
  Simulation sim;
  Meeting meeting(sim, "step", 2, 2);
  std::deque<RankAccount> ranks(2);
  for (RankAccount& rank : ranks) {
    rank.start(sim.now());
    rank.begin(Cause::compute);
  }
  TaskGroup group(sim);
  group.spawn("first", come(sim, meeting, ranks[0], 1_s, false));
  group.spawn("second", come(sim, meeting, ranks[0], 2_s, true));
  group.spawn("third", come(sim, meeting, ranks[1], Duration(), false));
  group.spawn("fourth", come(sim, meeting, ranks[1], 5_s, true));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(spent(ranks[0], Cause::compute, Activity::compute), 2_s);
  EXPECT_EQ(spent(ranks[0], Cause::barrier_wait, Activity::compute), 3_s);
  EXPECT_EQ(spent(ranks[1], Cause::compute, Activity::compute), 5_s);
  EXPECT_EQ(ranks[1].spent(Cause::barrier_wait), Duration());
}

TEST(Meeting, ForgetsWhoWaitsWhenTheirProcessesAreGone) {
  Simulation sim;
  Meeting meeting(sim, "step", 2);
  std::deque<RankAccount> ranks(3);
  {
    TaskGroup group(sim);
    group.spawn("gone", meet(sim, meeting, ranks[0], Duration(), 1_s));
    RunLimits limits;
    limits.until = Time::at(5_s);
    sim.run(limits);
  }
  meeting.clear();
  TaskGroup group(sim);
  group.spawn("one", meet(sim, meeting, ranks[1], Duration(), 1_s));
  group.spawn("other", meet(sim, meeting, ranks[2], Duration(), 2_s));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(ranks[0].spent(Cause::barrier_wait), Duration());
  EXPECT_EQ(spent(ranks[1], Cause::barrier_wait, Activity::compute), 2 * 1_s);
}

}  // namespace
}  // namespace headrace
