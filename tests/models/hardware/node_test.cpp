#include "models/hardware/node.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/task_group.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

NodeSpec small_node(std::int64_t cores) {
  NodeSpec spec;
  spec.cores = cores;
  spec.memory_bandwidth = 1_GBps;
  return spec;
}

class NodeTest : public testing::Test {
 protected:
  Task<> work(Node& node, Duration span, Bytes moved) {
    co_await node.work(span, moved);
    ends_.push_back(sim_.now().since_start());
  }
  void spawn(TaskGroup& group, Node& node, int tasks, Duration span, Bytes moved) {
    for (int i = 0; i < tasks; ++i) group.spawn("work", work(node, span, moved));
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  Network network_ = Network(scope_.part("network"), NetworkSpec());
  std::vector<Duration> ends_;
};

// Half of 2 c pieces of work on c cores, each a turn long at most, end after one and half after two.
TEST_F(NodeTest, SharesItsCores) {
  Node node(scope_.part("node"), small_node(3), network_, 0);
  TaskGroup group(sim_);
  spawn(group, node, 6, 10_us, Bytes());
  sim_.run();
  EXPECT_EQ(ends_, (std::vector<Duration>{10_us, 10_us, 10_us, 20_us, 20_us, 20_us}));
  EXPECT_DOUBLE_EQ(node.cores_utilisation(), 1.0);
}

// k copies of b bytes at once: each takes max(span, k b / bandwidth).
TEST_F(NodeTest, CoresShareTheMemoryBus) {
  Node node(scope_.part("node"), small_node(8), network_, 0);
  TaskGroup group(sim_);
  spawn(group, node, 2, 10_us, 4000_B);  // 8 us of moving: the span decides.
  sim_.run();
  EXPECT_EQ(ends_, (std::vector<Duration>{10_us, 10_us}));
  ends_.clear();
  TaskGroup more(sim_);
  spawn(more, node, 8, 10_us, 4000_B);  // 32 us of moving: the bus decides.
  sim_.run();
  EXPECT_EQ(ends_, (std::vector<Duration>(8, 10_us + 32_us)));
  EXPECT_DOUBLE_EQ(node.memory_utilisation(), 40.0 / 42);
}

// A thread whose bytes move holds its core: who has none waits until they have, a turn at most.
TEST_F(NodeTest, ACoreIsHeldWhileItsBytesMove) {
  Node node(scope_.part("node"), small_node(1), network_, 0);
  TaskGroup group(sim_);
  spawn(group, node, 1, 1_us, 4000_B);
  spawn(group, node, 1, 5_us, Bytes());
  sim_.run();
  EXPECT_EQ(ends_, (std::vector<Duration>{4_us, 9_us}));
}

TEST_F(NodeTest, WorkThatIsStoppedGivesItsCoreBack) {
  Node node(scope_.part("node"), small_node(2), network_, 0);
  {
    TaskGroup stopped(sim_);
    spawn(stopped, node, 5, 10_us, 100'000_B);
    RunLimits limits;
    limits.until = Time::at(5_us);
    EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
    EXPECT_DOUBLE_EQ(node.cores_utilisation(), 1.0);
  }
  EXPECT_EQ(metrics_.gauge("node", "cores_busy", Unit::count).value(), 0.0);
  TaskGroup group(sim_);
  spawn(group, node, 2, 10_us, 1000_B);
  sim_.run();
  EXPECT_EQ(ends_, (std::vector<Duration>(2, 15_us)));
}

TEST_F(NodeTest, ItsPortIsOnTheNetwork) {
  Node a(scope_.part("nodes/a", 0), small_node(1), network_, 0);
  Node b(scope_.part("nodes/b", 1), small_node(1), network_, 7);
  EXPECT_NE(a.port(), b.port());
  EXPECT_EQ(b.id(), 7);
  network_.send(a.port(), b.port(), 1000_B, {[](void*, std::uint64_t) {}, nullptr, 0});
  sim_.run();
  EXPECT_EQ(metrics_.counter("network/nodes/a/0/sent", "bytes", Unit::bytes).value(), 1000);
  EXPECT_EQ(metrics_.counter("network/nodes/b/1/received", "bytes", Unit::bytes).value(), 1000);
}

Task<> send(Node& from, const Node& to, Bytes size, Simulation& sim, Duration& end) {
  co_await from.send(to, size);
  end = sim.now().since_start();
}

// size / rate + latency: pieces leave one after the other, and the receiver takes each as it comes.
TEST_F(NodeTest, SendsAtTheRateOfItsPort) {
  NodeSpec spec = small_node(1);
  spec.nic.bandwidth = 1_GBps;
  spec.nic.efficiency = 1;
  Node from(scope_.part("from"), spec, network_, 0), to(scope_.part("to"), spec, network_, 1);
  Duration end, own;
  TaskGroup group(sim_);
  group.spawn("send", send(from, to, 100'000'000_B, sim_, end));
  group.spawn("to itself", send(from, from, 100'000'000_B, sim_, own));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_NEAR(end.in_seconds(), 0.1 + NetworkSpec().latency.in_seconds(), 1e-7);  // 1 ns a piece.
  EXPECT_EQ(own, Duration());
}

// What nodes send each other takes ports of its own where they have such, and leaves the others to the
// storage.
TEST_F(NodeTest, SendsThroughItsPortsForPeers) {
  NodeSpec spec = small_node(1);
  spec.nic.bandwidth = 1_GBps;
  spec.nic.efficiency = 1;
  spec.peer_nic = spec.nic;
  spec.peer_nic->ports = 4;
  Node from(scope_.part("from"), spec, network_, 0), to(scope_.part("to"), spec, network_, 1);
  EXPECT_NE(from.peer_port(), from.port());
  Duration end;
  TaskGroup group(sim_);
  group.spawn("send", send(from, to, 100'000'000_B, sim_, end));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_NEAR(end.in_seconds(), 0.025 + NetworkSpec().latency.in_seconds(), 1e-7);
  EXPECT_EQ(network_.sending(from.port()), 0);
  EXPECT_EQ(network_.receiving(to.port()), 0);
}

// Two senders to one port end together, after the bytes of both: their pieces take turns.
TEST_F(NodeTest, SendersShareTheReceiversPort) {
  NodeSpec spec = small_node(1);
  spec.nic.bandwidth = 1_GBps;
  spec.nic.efficiency = 1;
  Node one(scope_.part("one"), spec, network_, 0), two(scope_.part("two"), spec, network_, 1);
  Node to(scope_.part("to"), spec, network_, 2);
  Duration first, second;
  TaskGroup group(sim_);
  group.spawn("one", send(one, to, 100'000'000_B, sim_, first));
  group.spawn("two", send(two, to, 100'000'000_B, sim_, second));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_NEAR(std::max(first, second).in_seconds(), 0.2, 1e-5);
  EXPECT_NEAR(std::min(first, second).in_seconds(), 0.2, 1e-2);
}

// What is on its way for a sender that is gone arrives for nobody; no more is sent.
TEST_F(NodeTest, StopsSendingForOneThatGaveUp) {
  NodeSpec spec = small_node(1);
  spec.nic.bandwidth = 1_GBps;
  spec.nic.efficiency = 1;
  Node from(scope_.part("from"), spec, network_, 0), to(scope_.part("to"), spec, network_, 1);
  Duration end;
  {
    TaskGroup group(sim_);
    group.spawn("given up", send(from, to, 100'000'000_B, sim_, end));
    RunLimits limits;
    limits.until = Time::at(20_ms);
    sim_.run(limits);
  }
  TaskGroup group(sim_);
  group.spawn("send", send(from, to, 1'000'000_B, sim_, end));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_LT(end, 40_ms);
}

TEST(NodeSpec, HasTheNodesThatAreSlow) {
  NodeSpec spec;
  spec.count = 2;
  EXPECT_EQ(found_by(spec), "");
  spec.slow_nodes.emplace().numbers = {0, 1};
  EXPECT_EQ(found_by(spec), "");
  spec.slow_nodes->numbers = {-1, 1, 2};
  EXPECT_EQ(found_by(spec), "E0360 slow_nodes.numbers, E0360 slow_nodes.numbers");
  RecordingCheck check;
  check.refused = true;  // The count is not what the text says.
  spec.check(check);
  EXPECT_EQ(check.codes, "");
}

// A share of n nodes below 1 / 2n is none of them.
TEST(NodeSpec, DoubtsAShareThatIsNoNode) {
  NodeSpec spec;
  spec.count = 10;
  spec.slow_nodes.emplace().share = 0.049;
  EXPECT_EQ(found_by(spec), "W0022 slow_nodes.share");
  spec.slow_nodes->share = 0.05;
  EXPECT_EQ(found_by(spec), "");
}

}  // namespace
}  // namespace headrace
