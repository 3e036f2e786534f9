// Nodes that are not plain: with threads above their cores, slower than others, with copies that share a bus.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "models/hardware/node.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

class NodeKindsTest : public testing::Test {
 protected:
  Node& add(const NodeSpec& spec, std::int64_t number = 0) {
    const Scope place = scope_.part("nodes/clients", number);
    return nodes_.emplace_back(place, spec, network_, static_cast<NodeId>(nodes_.size()), number);
  }
  static NodeSpec two_cores(double smt) {
    NodeSpec spec;
    spec.cores = 2;
    spec.smt = smt;
    spec.memory_bandwidth = 1_GBps;
    return spec;
  }
  Task<> work(Node& node, Duration begin, Duration span, Bytes moved) {
    if (begin > Duration()) co_await sim_.delay(begin);
    co_await node.work(span, moved);
    ends_.push_back(sim_.now().since_start());
  }
  Task<> copy(Node& node, Node::Copy direction, Bytes size, Duration span) {
    co_await node.copy(direction, 0, size, span);
    ends_.push_back(sim_.now().since_start());
  }
  void spawn(TaskGroup& group, Node& node, int tasks, Duration begin, Duration span, Bytes moved = Bytes()) {
    for (int i = 0; i < tasks; ++i) group.spawn("work", work(node, begin, span, moved));
  }
  std::vector<Duration> run() {
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return ends_;
  }

  Simulation sim_ = Simulation(7);
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  Network network_ = Network(scope_.part("network"), NetworkSpec());
  std::deque<Node> nodes_;
  std::vector<Duration> ends_;
};

// As many threads as cores are as fast as without SMT.
TEST_F(NodeKindsTest, ThreadsOnCoresOfTheirOwnAreNotSlowed) {
  TaskGroup group(sim_);
  spawn(group, add(two_cores(1.25)), 2, Duration(), 10_us);
  EXPECT_EQ(run(), (std::vector<Duration>{10_us, 10_us}));
}

// k threads on c cores do c + (k - c) (smt - 1) cores' work together: 4 on 2 at 1.25 are 2.5, each at 0.625;
// 3 are 2.25, each at 0.75.
TEST_F(NodeKindsTest, ThreadsAboveTheCoresShareWhatTheCoresDo) {
  {
    TaskGroup group(sim_);
    spawn(group, add(two_cores(1.25)), 4, Duration(), 10_us);
    EXPECT_EQ(run(), (std::vector<Duration>(4, 16_us)));
  }
  ends_.clear();
  TaskGroup group(sim_);
  spawn(group, add(two_cores(1.25), 1), 3, Duration(), 9_us);
  EXPECT_EQ(run(), (std::vector<Duration>(3, 16_us + 12_us)));
}

// Two that have done 5 of 10 us share from then on: 5 / 0.625 = 8 us more; the two that came then have done
// as much, and end 5 us later on cores of their own.
TEST_F(NodeKindsTest, SharesFromWhenOthersComeUntilTheyGo) {
  Node& node = add(two_cores(1.25));
  TaskGroup group(sim_);
  spawn(group, node, 2, Duration(), 10_us);
  spawn(group, node, 2, 5_us, 10_us);
  EXPECT_EQ(run(), (std::vector<Duration>{13_us, 13_us, 18_us, 18_us}));
}

// What moves over the bus does so beside the work: max(span / 0.625, k b / bandwidth).
TEST_F(NodeKindsTest, ThreadsMoveTheirBytesBesideTheirWork) {
  {
    TaskGroup group(sim_);
    spawn(group, add(two_cores(1.25)), 4, Duration(), 10_us, 1000_B);
    EXPECT_EQ(run(), (std::vector<Duration>(4, 16_us)));
  }
  ends_.clear();
  TaskGroup group(sim_);
  spawn(group, add(two_cores(1.25), 1), 4, Duration(), 10_us, 10'000_B);
  EXPECT_EQ(run(), (std::vector<Duration>(4, 16_us + 40_us)));
}

// Two of four threads are given up at 8 us, with 5 of 10 us done: the others end at 13.
TEST_F(NodeKindsTest, AThreadThatIsGivenUpLeavesItsCoreToOthers) {
  Node& node = add(two_cores(1.25));
  TaskGroup group(sim_);
  spawn(group, node, 2, Duration(), 10_us);
  {
    TaskGroup given_up(sim_);
    spawn(given_up, node, 2, Duration(), 10_us);
    RunLimits limits;
    limits.until = Time::at(8_us);
    EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
  }
  EXPECT_EQ(run(), (std::vector<Duration>{13_us, 13_us}));
}

// What others do in 10 us takes a slow node 25.
TEST_F(NodeKindsTest, ASlowNodeTakesItsFactorLonger) {
  NodeSpec spec = two_cores(1);
  spec.count = 3;
  spec.slow_nodes.emplace();
  spec.slow_nodes->factor = 2.5;
  spec.slow_nodes->numbers = {1};
  for (const std::int64_t number : {0, 1, 2}) {
    EXPECT_EQ(add(spec, number).slowed(10_us), number == 1 ? 25_us : 10_us);
  }
  TaskGroup group(sim_);
  spawn(group, nodes_[0], 1, Duration(), 10_us);
  spawn(group, nodes_[1], 1, Duration(), 10_us);
  EXPECT_EQ(run(), (std::vector<Duration>{10_us, 25_us}));
}

// A share of the group is slow, rounded to whole nodes: the same nodes for the same seed.
TEST(SlowNodes, AreAsManyAsTheShareSays) {
  for (const double share : {0.0, 0.1, 0.25, 0.5, 1.0}) {
    SlowNodesSpec slow;
    slow.share = share;
    for (const std::uint64_t key : {1u, 2u, 3u}) {
      std::int64_t count = 0;
      for (std::int64_t n = 0; n < 100; ++n) count += slow.has(n, 100, key) ? 1 : 0;
      EXPECT_EQ(count, static_cast<std::int64_t>(100 * share));
    }
  }
}

TEST(SlowNodes, AreOthersForAnotherSeed) {
  SlowNodesSpec slow;
  slow.share = 0.5;
  const auto of = [&](std::uint64_t key) {
    std::vector<bool> found;
    for (std::int64_t n = 0; n < 100; ++n) found.push_back(slow.has(n, 100, key));
    return found;
  };
  EXPECT_EQ(of(1), of(1));
  EXPECT_NE(of(1), of(2));
}

// n copies in one direction end after all their bytes; the other direction is free.
TEST_F(NodeKindsTest, CopiesShareWhatJoinsDevicesAndMemory) {
  NodeSpec spec = two_cores(1);
  spec.pcie.emplace();
  spec.pcie->bandwidth = 1_GBps;
  Node& node = add(spec);
  TaskGroup group(sim_);
  for (int i = 0; i < 2; ++i) group.spawn("in", copy(node, Node::Copy::to_device, 4000_B, 5_us));
  group.spawn("out", copy(node, Node::Copy::from_device, 4000_B, 5_us));
  EXPECT_EQ(run(), (std::vector<Duration>{5_us, 8_us, 8_us}));
}

// Where nothing joins them, a copy takes its own time.
TEST_F(NodeKindsTest, CopiesOfAPlainNodeTakeTheirOwnTime) {
  Node& node = add(two_cores(1));
  TaskGroup group(sim_);
  for (int i = 0; i < 3; ++i) group.spawn("in", copy(node, Node::Copy::to_device, 4000_B, 5_us));
  EXPECT_EQ(run(), (std::vector<Duration>(3, 5_us)));
}

}  // namespace
}  // namespace headrace
