#include "sim/resource.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

Task<> use(Simulation& sim, Resource& resource, std::int64_t units, Duration span, std::string& order,
           char name) {
  const Resource::Hold hold = co_await resource.acquire(units);
  order += name;
  co_await sim.delay(span);
}

void run_for_1_us(Simulation& sim) {
  RunLimits limits;
  limits.until = Time::at(1_us);
  sim.run(limits);
}

TEST(Resource, ServesInOrderOfComing) {
  Simulation sim;
  Resource disk(sim, "disk", 1);
  std::string order;
  TaskGroup group(sim);
  for (const char name : {'a', 'b', 'c'})
    group.spawn(std::string(1, name), use(sim, disk, 1, 1_us, order, name));
  EXPECT_EQ(sim.run().at, Time::at(3_us));
  EXPECT_EQ(order, "abc");
  EXPECT_EQ(disk.free(), 1);
}

TEST(Resource, ALargeRequestIsNotOvertaken) {
  Simulation sim;
  Resource memory(sim, "memory", 4);
  std::string order;
  TaskGroup group(sim);
  group.spawn("a", use(sim, memory, 2, 5_us, order, 'a'));
  group.spawn("large", use(sim, memory, 4, 1_us, order, 'L'));
  group.spawn("small", use(sim, memory, 1, 1_us, order, 's'));
  run_for_1_us(sim);
  EXPECT_EQ(order, "a");
  EXPECT_EQ(memory.waiting(), 2u);
  EXPECT_EQ(memory.in_use(), 2);
  EXPECT_EQ(sim.run().at, Time::at(7_us));
  EXPECT_EQ(order, "aLs");
}

Task<> release_early(Simulation& sim, Resource& resource) {
  Resource::Hold hold = co_await resource.acquire();
  co_await sim.delay(1_us);
  hold.release();
  hold.release();
  co_await sim.delay(9_us);
}

TEST(Resource, AHoldMayBeReleasedEarlyOnceOrTwice) {
  Simulation sim;
  Resource disk(sim, "disk", 1);
  std::string order;
  TaskGroup group(sim);
  group.spawn("a", release_early(sim, disk));
  group.spawn("b", use(sim, disk, 1, 1_us, order, 'b'));
  EXPECT_EQ(sim.run().at, Time::at(10_us));
  EXPECT_EQ(disk.free(), 1);
  EXPECT_EQ(order, "b");
}

TEST(Resource, CancelledWaitersAndHoldersGiveBack) {
  Simulation sim;
  Resource disk(sim, "disk", 1);
  std::string order;
  TaskGroup stays(sim);
  {
    TaskGroup leaves(sim);
    leaves.spawn("holder", use(sim, disk, 1, 1_s, order, 'h'));
    leaves.spawn("waiter", use(sim, disk, 1, 1_s, order, 'w'));
    stays.spawn("other", use(sim, disk, 1, 1_us, order, 'o'));
    run_for_1_us(sim);
  }
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(order, "ho");
  EXPECT_EQ(disk.free(), 1);
}

TEST(Resource, AWaiterThatGoesHasNothingToGiveBack) {
  Simulation sim;
  Resource disk(sim, "disk", 1);
  std::string order;
  TaskGroup stays(sim);
  TaskGroup leaves(sim);
  stays.spawn("holder", use(sim, disk, 1, 1_s, order, 'h'));
  stays.spawn("first", use(sim, disk, 1, 1_s, order, 'f'));
  leaves.spawn("second", use(sim, disk, 1, 1_s, order, 's'));
  run_for_1_us(sim);
  leaves.cancel_all();
  EXPECT_EQ(disk.free(), 0);
  EXPECT_EQ(disk.waiting(), 1u);
  EXPECT_EQ(sim.run().at, Time::at(2_s));
  EXPECT_EQ(order, "hf");
}

// Granted by a release, and destroyed before the event that would resume it.
TEST(Resource, AGrantThatNobodyTakesIsPassedOn) {
  Simulation sim;
  Resource disk(sim, "disk", 1);
  std::string order;
  TaskGroup holder(sim);
  TaskGroup granted(sim);
  TaskGroup last(sim);
  holder.spawn("holder", use(sim, disk, 1, 1_s, order, 'h'));
  granted.spawn("granted", use(sim, disk, 1, 1_us, order, 'g'));
  last.spawn("last", use(sim, disk, 1, 1_us, order, 'l'));
  run_for_1_us(sim);
  holder.cancel_all();
  granted.cancel_all();
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(order, "hl");
  EXPECT_EQ(disk.free(), 1);
}

TEST(ResourceDeathTest, RefusesMoreThanThereIs) {
  Simulation sim;
  Resource disk(sim, "disk", 2);
  EXPECT_EXIT(static_cast<void>(disk.acquire(3)), testing::ExitedWithCode(70), "units");
}

}  // namespace
}  // namespace headrace
