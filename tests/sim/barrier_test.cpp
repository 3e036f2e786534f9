#include "sim/barrier.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

Task<> rank(Simulation& sim, Barrier& step, Duration compute, int rounds, std::vector<Time>& ends) {
  for (int i = 0; i < rounds; ++i) {
    co_await sim.delay(compute);
    co_await step.arrive();
    ends.push_back(sim.now());
  }
}

TEST(Barrier, EveryRoundEndsWithTheSlowest) {
  Simulation sim;
  Barrier step(sim, "step", 3);
  std::vector<Time> ends;
  TaskGroup group(sim);
  for (const Duration compute : {1_us, 4_us, 2_us}) group.spawn("rank", rank(sim, step, compute, 3, ends));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  ASSERT_EQ(ends.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i)
    EXPECT_EQ(ends[i], Time() + 4_us * static_cast<std::int64_t>(i / 3 + 1));
}

TEST(Barrier, OfOneNeverWaits) {
  Simulation sim;
  Barrier step(sim, "step", 1);
  std::vector<Time> ends;
  TaskGroup group(sim);
  group.spawn("rank", rank(sim, step, 1_us, 5, ends));
  EXPECT_EQ(sim.run().at, Time::at(5_us));
}

TEST(Barrier, ACancelledWaiterHasNotArrived) {
  Simulation sim;
  Barrier step(sim, "step", 2);
  std::vector<Time> ends;
  TaskGroup leaves(sim);
  TaskGroup stays(sim);
  leaves.spawn("rank/0", rank(sim, step, 1_us, 1, ends));
  EXPECT_EQ(sim.run().end, RunEnd::stalled);
  EXPECT_EQ(step.waiting(), 1u);
  leaves.cancel_all();
  EXPECT_EQ(step.waiting(), 0u);
  stays.spawn("rank/1", rank(sim, step, 1_us, 1, ends));
  EXPECT_EQ(sim.run().end, RunEnd::stalled);
  stays.spawn("rank/2", rank(sim, step, 1_us, 1, ends));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(ends.size(), 2u);
}

}  // namespace
}  // namespace headrace
