#include <gtest/gtest.h>

#include "tests/models/support/rank_group.h"

namespace headrace {
namespace {

Duration hierarchical(const RankGroup& group, Bytes size) {
  return cost_of("hierarchical", group, size).alone(group.between.bandwidth);
}

// 2 (g - 1) latency + 2 (g - 1) / g size / bandwidth inside: 6 us and 1.5 MB at 10 GB/s; then
// 2 (n - 1) latency + 2 (n - 1) / n size / bandwidth between: 10 us and 1 MB at 1 GB/s.
TEST(HierarchicalAllReduce, IsTheSumOfItsParts) {
  EXPECT_EQ(hierarchical(rank_group(2, 4), 1'000'000_B), 6_us + 150_us + 10_us + 1000_us);
  EXPECT_EQ(cost_of("hierarchical", rank_group(2, 4), 1'000'000_B).between, 1'000'000_B);
}

// With one node, or one rank a node, it is the ring.
TEST(HierarchicalAllReduce, IsARingWhereThereIsOneLevel) {
  for (const RankGroup& group : {rank_group(1, 8), rank_group(8, 1), rank_group(1, 3), rank_group(5, 1)})
    EXPECT_EQ(hierarchical(group, 1'234'567_B),
              cost_of("ring", group, 1'234'567_B).alone(group.between.bandwidth));
}

// 8 nodes of 8: a flat ring pays 126 steps between nodes and 2 x 63/64 of the bytes, this one 14 and 2 x 7/8.
TEST(HierarchicalAllReduce, SpendsFewerStepsAndBytesBetweenNodes) {
  const RankGroup group = rank_group(8, 8);
  EXPECT_EQ(hierarchical(group, 64'000'000_B), 14_us + 11'200_us + 70_us + 112_ms);
  EXPECT_EQ(cost_of("ring", group, 64'000'000_B).alone(1_GBps), 630_us + 126_ms);
}

}  // namespace
}  // namespace headrace
