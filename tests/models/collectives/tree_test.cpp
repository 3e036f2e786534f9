#include <gtest/gtest.h>

#include "tests/models/support/rank_group.h"

namespace headrace {
namespace {

Duration tree(const RankGroup& group, Bytes size) {
  return cost_of("tree", group, size).alone(group.between.bandwidth);
}

// 2 log2(p) latency + 2 size / bandwidth: p = 8 has 3 levels, p = 5 as many.
TEST(TreeAllReduce, IsTheClosedForm) {
  EXPECT_EQ(tree(rank_group(8, 1), 1'000'000_B), 30_us + 2000_us);
  EXPECT_EQ(tree(rank_group(5, 1), 1'000'000_B), 30_us + 2000_us);
  EXPECT_EQ(tree(rank_group(2, 1), 1'000'000_B), 10_us + 2000_us);
  EXPECT_EQ(tree(rank_group(1, 8), 1'000'000_B), 6_us + 200_us);
  EXPECT_EQ(tree(rank_group(2, 4), 1'000'000_B), 30_us + 2000_us);
}

// Where the latency decides, it beats the ring: 2 log2(64) = 12 steps against 126.
TEST(TreeAllReduce, IsFasterThanARingForFewBytes) {
  const RankGroup group = rank_group(64, 1);
  EXPECT_EQ(tree(group, 64'000_B), 60_us + 128_us);
  EXPECT_EQ(cost_of("ring", group, 64'000_B).alone(1_GBps), 630_us + 126_us);
}

}  // namespace
}  // namespace headrace
