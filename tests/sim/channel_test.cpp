#include "sim/channel.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

using Values = std::vector<int>;

Task<> produce(Channel<std::unique_ptr<int>>& channel, int from, int to, bool close) {
  for (int i = from; i < to; ++i) {
    auto value = std::make_unique<int>(i);
    co_await channel.push(std::move(value));
  }
  if (close) channel.close();
}

Task<> consume(Simulation& sim, Channel<std::unique_ptr<int>>& channel, Duration pause, Values& got) {
  while (const auto value = co_await channel.pop()) {
    got.push_back(**value);
    co_await sim.delay(pause);
  }
  got.push_back(-1);
}

Values up_to(int n) {
  Values values;
  for (int i = 0; i < n; ++i) values.push_back(i);
  values.push_back(-1);
  return values;
}

TEST(Channel, DeliversInOrderAndEndsWhenClosedAndDrained) {
  for (const std::size_t capacity : {1u, 3u, 100u}) {
    Simulation sim;
    Channel<std::unique_ptr<int>> channel(sim, "c", capacity);
    Values got;
    TaskGroup group(sim);
    group.spawn("producer", produce(channel, 0, 50, true));
    group.spawn("consumer", consume(sim, channel, 1_us, got));
    EXPECT_EQ(sim.run().end, RunEnd::finished);
    EXPECT_EQ(got, up_to(50)) << capacity;
    EXPECT_TRUE(channel.closed());
  }
}

TEST(Channel, TakesWhatIsOfferedWhileThereIsRoom) {
  Simulation sim;
  Channel<std::unique_ptr<int>> channel(sim, "c", 2);
  EXPECT_TRUE(channel.offer(std::make_unique<int>(0)));
  EXPECT_TRUE(channel.offer(std::make_unique<int>(1)));
  EXPECT_FALSE(channel.offer(std::make_unique<int>(2)));
  Values got;
  TaskGroup group(sim);
  group.spawn_daemon("consumer", consume(sim, channel, 1_us, got));
  group.spawn("later", [](Simulation& clock) -> Task<> { co_await clock.delay(1_ms); }(sim));
  sim.run();
  EXPECT_TRUE(channel.offer(std::make_unique<int>(3)));  // To the one who waits for it.
  EXPECT_EQ(channel.size(), 0u);
  EXPECT_EQ(got, (Values{0, 1}));
}

TEST(Channel, AFullOneHoldsItsProducerBack) {
  Simulation sim;
  Channel<std::unique_ptr<int>> channel(sim, "c", 3);
  TaskGroup group(sim);
  group.spawn("producer", produce(channel, 0, 50, false));
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(outcome.still_waiting, std::vector<std::string>{"producer: full channel 'c'"});
  EXPECT_EQ(channel.size(), 3u);
}

TEST(Channel, ConsumersAreServedInOrderOfComing) {
  Simulation sim;
  Channel<std::unique_ptr<int>> channel(sim, "c", 4);
  Values first;
  Values second;
  TaskGroup group(sim);
  group.spawn("first", consume(sim, channel, 1_us, first));
  group.spawn("second", consume(sim, channel, 1_us, second));
  group.spawn("producer", produce(channel, 0, 4, true));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(first, (Values{0, 2, -1}));
  EXPECT_EQ(second, (Values{1, 3, -1}));
}

TEST(Channel, ProducersThatWaitAtTheCloseStillDeliver) {
  Simulation sim;
  Channel<std::unique_ptr<int>> channel(sim, "c", 1);
  Values got;
  TaskGroup group(sim);
  group.spawn("producer", produce(channel, 0, 2, false));
  sim.run();
  channel.close();
  group.spawn("consumer", consume(sim, channel, 1_us, got));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(got, up_to(2));
}

TEST(Channel, ACancelledProducerTakesItsValueAlong) {
  Simulation sim;
  Channel<std::unique_ptr<int>> channel(sim, "c", 1);
  Values got;
  TaskGroup leaves(sim);
  TaskGroup stays(sim);
  leaves.spawn("producer", produce(channel, 0, 2, false));
  sim.run();
  leaves.cancel_all();
  stays.spawn("producer", produce(channel, 7, 8, true));
  stays.spawn("consumer", consume(sim, channel, 1_us, got));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(got, (Values{0, 7, -1}));
}

TEST(ChannelDeathTest, RefusesAPushAfterTheClose) {
  Simulation sim;
  Channel<int> channel(sim, "c", 1);
  channel.close();
  EXPECT_EXIT(static_cast<void>(channel.push(1)), testing::ExitedWithCode(70), "closed_");
}

}  // namespace
}  // namespace headrace
