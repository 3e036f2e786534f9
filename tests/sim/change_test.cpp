#include "sim/change.h"

#include <gtest/gtest.h>

#include "sim/task_group.h"

namespace headrace {
namespace {

Task<> wait_for(Change& change, const int& number, int wanted, int& woken) {
  while (number < wanted) co_await change.next();
  ++woken;
}

TEST(Change, WakesAllWhoWait) {
  Simulation sim;
  Change change(sim, "number");
  int number = 0, woken = 0;
  TaskGroup group(sim);
  for (const int wanted : {0, 1, 1, 2}) group.spawn("waits", wait_for(change, number, wanted, woken));
  EXPECT_EQ(sim.run().end, RunEnd::stalled);
  EXPECT_EQ(woken, 1);
  EXPECT_TRUE(change.awaited());
  number = 1;
  change.tell();
  EXPECT_EQ(sim.run().end, RunEnd::stalled);
  EXPECT_EQ(woken, 3);
  number = 2;
  change.tell();
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_FALSE(change.awaited());
}

}  // namespace
}  // namespace headrace
