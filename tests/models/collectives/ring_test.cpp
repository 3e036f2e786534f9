#include <gtest/gtest.h>

#include "tests/models/support/rank_group.h"

namespace headrace {
namespace {

Duration ring(const RankGroup& group, Bytes size) {
  return cost_of("ring", group, size).alone(group.between.bandwidth);
}

// 2 (p - 1) latency + 2 (p - 1) / p size / bandwidth, exactly: p = 4 is 30 us and 1.5 MB at 1 GB/s; p = 3
// is 20 us and 4/3 of 1,000,000 B, rounded up to a byte.
TEST(RingAllReduce, BetweenNodesIsTheClosedForm) {
  EXPECT_EQ(ring(rank_group(4, 1), 1'000'000_B), 30_us + 1500_us);
  EXPECT_EQ(ring(rank_group(2, 1), 1'000'000_B), 10_us + 1000_us);
  EXPECT_EQ(ring(rank_group(3, 1), 1'000'000_B), 20_us + 1'333'334_ns);
}

// The same with the latency and the bandwidth of the inside: 7 x 2 x 1 us + 1.75 MB at 10 GB/s.
TEST(RingAllReduce, InsideANodeIsTheClosedForm) {
  EXPECT_EQ(ring(rank_group(1, 8), 1'000'000_B), 14_us + 175_us);
  EXPECT_EQ(cost_of("ring", rank_group(1, 8), 1'000'000_B).between, Bytes());
}

// All ranks step at the pace of the slowest step, and the slowest way decides: 2 x 7 x 5 us + 1.75 MB at 1
// GB/s.
TEST(RingAllReduce, OverSeveralNodesKeepsThePaceOfTheSlowest) {
  EXPECT_EQ(ring(rank_group(2, 4), 1'000'000_B), 70_us + 1750_us);
  RankGroup slow_inside = rank_group(2, 4);
  slow_inside.inside.bandwidth = 500_MBps;
  EXPECT_EQ(ring(slow_inside, 1'000'000_B), 70_us + 3500_us);
  EXPECT_EQ(cost_of("ring", slow_inside, 1'000'000_B).between, 1'750'000_B);
}

}  // namespace
}  // namespace headrace
