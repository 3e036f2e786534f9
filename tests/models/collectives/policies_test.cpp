// The laws of every all-reduce: one rank pays nothing, more bytes or ranks never cost less, and what the
// nodes send does not depend on how fast they do.

#include <gtest/gtest.h>

#include "models/collectives/policy.h"
#include "tests/models/support/rank_group.h"

namespace headrace {
namespace {

constexpr std::int64_t kSizes[] = {1, 7, 4096, 1'000'003, 1'000'000'000};
constexpr std::int64_t kCounts[] = {1, 2, 3, 4, 7, 8, 64};

class EveryAllReduce : public testing::TestWithParam<std::size_t> {
 protected:
  static AllReduceCost cost(const RankGroup& group, std::int64_t size) {
    return AllReduce::table()[GetParam()].recipe()->make({group})->cost(Bytes::count(size));
  }
  static Duration alone(const RankGroup& group, std::int64_t size) {
    return cost(group, size).alone(group.between.bandwidth);
  }
};

TEST_P(EveryAllReduce, CostsOneRankNothing) {
  for (const std::int64_t size : kSizes) {
    EXPECT_EQ(alone(rank_group(1, 1), size), Duration());
    EXPECT_EQ(cost(rank_group(1, 1), size).between, Bytes());
  }
}

TEST_P(EveryAllReduce, SendsNothingFromTheOnlyNode) {
  for (const std::int64_t size : kSizes) EXPECT_EQ(cost(rank_group(1, 8), size).between, Bytes());
}

// In whole bytes and nanoseconds.
TEST_P(EveryAllReduce, CostsNoLessForMoreBytes) {
  for (const std::int64_t nodes : kCounts) {
    for (const std::int64_t ranks : kCounts) {
      Duration last;
      for (const std::int64_t size : kSizes) {
        const Duration now = alone(rank_group(nodes, ranks), size);
        EXPECT_GE(now, last) << nodes << " x " << ranks << ", " << size;
        last = now;
      }
    }
  }
}

TEST_P(EveryAllReduce, CostsNoLessForMoreNodes) {
  for (const std::int64_t ranks : kCounts) {
    for (const std::int64_t size : kSizes) {
      Duration last;
      for (const std::int64_t nodes : kCounts) {
        const Duration now = alone(rank_group(nodes, ranks), size);
        EXPECT_GE(now, last) << nodes << " x " << ranks << ", " << size;
        last = now;
      }
    }
  }
}

// Each node has to send (n - 1) / n of the sum, and to take as much, whoever is clever.
TEST_P(EveryAllReduce, MovesWhatHasToMove) {
  for (const std::int64_t nodes : kCounts) {
    for (const std::int64_t size : kSizes) {
      const AllReduceCost found = cost(rank_group(nodes, 4), size);
      EXPECT_GE(found.between.count() * nodes, 2 * (nodes - 1) * size);
      EXPECT_LE(found.between.count(), 2 * size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryAllReduce, testing::Range(std::size_t{0}, AllReduce::table().size()),
                         [](const auto& row) { return std::string(AllReduce::table()[row.param].name); });

}  // namespace
}  // namespace headrace
