#include "models/hardware/accelerator_links.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/hardware/node.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

PcieSpec links_of(std::int64_t accelerators_per_link, Bandwidth bandwidth = 10_GBps) {
  PcieSpec spec;
  spec.bandwidth = bandwidth;
  spec.accelerators_per_link = accelerators_per_link;
  return spec;
}

// A node of eight accelerators, and copies that begin together.
class AcceleratorLinksTest : public testing::Test {
 protected:
  Node& node(const PcieSpec& pcie, Bandwidth memory = 1000_GBps) {
    NodeSpec spec;
    spec.accelerators = 8;
    spec.memory_bandwidth = memory;
    spec.pcie = pcie;
    return node_.emplace(scope_.part("node", made_++), spec, network_, 0);
  }
  Task<> feed(Node& node, std::int64_t accelerator, Bytes size, bool pinned) {
    co_await node.feed(accelerator, size, pinned);
    ends_.push_back(sim_.now().since_start());
  }
  Task<> pass(Node& node, Node::Copy way, std::int64_t accelerator, Bytes size) {
    Node::Passage passage(node, way, accelerator, size, Node::Passage::By::storage);
    co_await passage.done();
    ends_.push_back(sim_.now().since_start());
  }
  Task<> wait(Duration span) { co_await sim_.delay(span); }
  // Feeds so many accelerators as much each; the last end.
  Duration fed(Node& node, std::int64_t accelerators, Bytes size, bool pinned = true) {
    TaskGroup group(sim_);
    const Time begun = sim_.now();
    for (std::int64_t a = 0; a < accelerators; ++a) group.spawn("feed", feed(node, a, size, pinned));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return sim_.now() - begun;
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  Network network_ = Network(scope_.part("network"), NetworkSpec());
  std::optional<Node> node_;
  std::int64_t made_ = 0;
  std::vector<Duration> ends_;
};

TEST(PcieSpec, HasALinkForSoManyAccelerators) {
  EXPECT_EQ(links_of(0).links(8), 1);
  EXPECT_EQ(links_of(1).links(8), 8);
  EXPECT_EQ(links_of(2).links(8), 4);
  EXPECT_EQ(links_of(3).links(8), 3);
  EXPECT_EQ(links_of(16).links(8), 1);
  EXPECT_EQ(links_of(0).links(0), 1);
}

// k accelerators of a link take k sizes over its bandwidth: 10 MB at 10 GB/s are 1 ms.
TEST_F(AcceleratorLinksTest, AcceleratorsOfALinkShareIt) {
  for (const auto& [each, span] : {std::pair{1, 1_ms}, std::pair{2, 2_ms}, std::pair{4, 4_ms}})
    EXPECT_EQ(fed(node(links_of(each)), 8, 10'000'000_B), span);
  EXPECT_EQ(fed(node(links_of(0)), 8, 10'000'000_B), 8_ms);
  // 3, 3 and 2 of them; a link ends some nanoseconds late at most.
  EXPECT_NEAR(fed(node(links_of(3)), 8, 10'000'000_B).in_seconds(), 3e-3, 5e-9);
}

// One copy from pageable memory takes size / (0.5 x 10 GB/s) of a thread; two of them fill the link.
TEST_F(AcceleratorLinksTest, PageableMemoryIsSlowerForOneCopy) {
  PcieSpec spec = links_of(0);
  spec.unpinned = 0.5;
  Node& one = node(spec);
  EXPECT_EQ(fed(one, 1, 10'000'000_B, true), 1_ms);
  EXPECT_EQ(fed(one, 1, 10'000'000_B, false), 2_ms);
  EXPECT_EQ(fed(one, 2, 10'000'000_B, false), 2_ms);
  EXPECT_EQ(fed(one, 4, 10'000'000_B, false), 4_ms);
}

// The device reads what is pinned once; a thread moves three bytes more for each. So a bus of 2.5 GB/s takes
// 1 / 2.5 ms and 4 / 2.5 ms for a megabyte.
TEST_F(AcceleratorLinksTest, CopiesMoveOverTheMemoryBus) {
  Node& slow = node(links_of(0, 1000_GBps), Bandwidth::bytes_per_second(2.5e9));
  EXPECT_NEAR(fed(slow, 1, 1'000'000_B, true).in_seconds(), 0.4e-3, 1e-8);
  EXPECT_NEAR(fed(slow, 1, 1'000'000_B, false).in_seconds(), 1.6e-3, 1e-8);
}

// Nothing of what comes straight from the storage passes the memory; the two ways do not disturb each other.
// Four drives of 14.5 GB/s, 58 together, bring 53.0 through links of as much.
TEST_F(AcceleratorLinksTest, StraightFromTheStorageALinkCarriesItsShare) {
  PcieSpec spec = links_of(0, 58_GBps);
  spec.direct = 53.0 / 58;
  Node& gpus = node(spec, 1_GBps);
  TaskGroup group(sim_);
  group.spawn("in", pass(gpus, Node::Copy::to_device, 0, Bytes::count(53'000'000)));
  group.spawn("out", pass(gpus, Node::Copy::from_device, 0, Bytes::count(53'000'000)));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  ASSERT_EQ(ends_.size(), 2u);
  EXPECT_NEAR(ends_[0].in_seconds(), 1e-3, 1e-8);
  EXPECT_NEAR(ends_[1].in_seconds(), 1e-3, 1e-8);
  EXPECT_EQ(gpus.memory_utilisation(), 0);
}

TEST_F(AcceleratorLinksTest, NothingTakesNoTime) {
  Node& gpus = node(links_of(0));
  EXPECT_EQ(fed(gpus, 1, Bytes()), Duration());
  TaskGroup group(sim_);
  group.spawn("in", pass(gpus, Node::Copy::to_device, 0, Bytes()));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
}

// One of four links was busy for half of the run: an eighth of all.
TEST_F(AcceleratorLinksTest, SaysHowBusyItsLinksWere) {
  Node& gpus = node(links_of(2));
  EXPECT_EQ(gpus.links()->utilisation(), 0);
  fed(gpus, 1, 10'000'000_B);
  TaskGroup group(sim_);
  group.spawn("wait", wait(1_ms));
  sim_.run();
  EXPECT_DOUBLE_EQ(gpus.links()->utilisation(), 1.0 / 8);
}

}  // namespace
}  // namespace headrace
