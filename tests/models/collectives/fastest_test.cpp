#include <gtest/gtest.h>

#include "tests/models/support/rank_group.h"

namespace headrace {
namespace {

Duration alone(std::string_view algorithm, const RankGroup& group, Bytes size) {
  return cost_of(algorithm, group, size).alone(group.between.bandwidth);
}

// Never more than any of the others, and one of them.
TEST(FastestAllReduce, IsTheLeastOfAll) {
  for (const std::int64_t nodes : {1, 2, 8, 64}) {
    for (const std::int64_t ranks : {1, 4, 8}) {
      for (const Bytes size : {1_B, 64_KiB, 1_MiB, 1_GiB}) {
        const RankGroup group = rank_group(nodes, ranks);
        Duration least = Duration::max();
        for (const auto& row : AllReduce::table())
          if (row.name != "fastest") least = std::min(least, alone(row.name, group, size));
        EXPECT_EQ(alone("fastest", group, size), least);
      }
    }
  }
}

// Each of the others is the fastest somewhere: 1 KB over 64 nodes climbs a tree; what is large goes round in
// the ring where nodes hold one rank, and, where they hold eight, by levels.
TEST(FastestAllReduce, TakesEachWhereItIsBest) {
  EXPECT_EQ(alone("fastest", rank_group(64, 1), 1000_B), alone("tree", rank_group(64, 1), 1000_B));
  EXPECT_LT(alone("tree", rank_group(64, 1), 1000_B), alone("ring", rank_group(64, 1), 1000_B));
  const RankGroup flat = rank_group(8, 1), deep = rank_group(8, 8);
  EXPECT_EQ(alone("fastest", flat, 1_GiB), alone("ring", flat, 1_GiB));
  EXPECT_LT(alone("ring", flat, 1_GiB), alone("tree", flat, 1_GiB));
  EXPECT_EQ(alone("fastest", deep, 64'000'000_B), alone("hierarchical", deep, 64'000'000_B));
  EXPECT_LT(alone("hierarchical", deep, 64'000'000_B), alone("ring", deep, 64'000'000_B));
}

// A gradient of ResNet-50 in FP32, 102 MB, over 8 nodes of one rank and a port of 200 Gbit/s at 0.85:
// 2 x 7 x 8 us + 2 x 7/8 x 102 MB / 21.25 GB/s = 8.5 ms; over 8 such ports a node, 1.16 ms.
TEST(FastestAllReduce, OfAGradientOfResnet50) {
  RankGroup group = rank_group(8, 1);
  group.between.latency = 8_us;
  group.between.bandwidth = Bandwidth::bytes_per_second(21.25e9);
  EXPECT_EQ(alone("fastest", group, 102'000'000_B), 112_us + 8'400_us);
  group.between.bandwidth = group.between.bandwidth * 8;
  EXPECT_EQ(alone("fastest", group, 102'000'000_B), 112_us + 1'050_us);
}

}  // namespace
}  // namespace headrace
