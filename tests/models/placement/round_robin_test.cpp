// Round robin: file i of c stripes begins at target i c mod N.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/placement/policy.h"

namespace headrace {
namespace {

std::unique_ptr<PlacementPolicy> round_robin(std::int64_t targets) {
  return Chosen<PlacementPolicy>("round_robin").make({targets, RandomStream(1, "placement")});
}

TEST(RoundRobinPlacement, FilesTakeTargetsInTurn) {
  const auto placement = round_robin(7);
  std::vector<int> first;
  for (int i = 0; i < 8; ++i) first.push_back(placement->existing(FileId{0, i}, 3));
  EXPECT_EQ(first, (std::vector<int>{0, 3, 6, 2, 5, 1, 4, 0}));
  EXPECT_EQ(placement->sampled_every(), Duration());
}

// New files take turns by the order of their creation, whatever their numbers: those of ranks that each
// create every fourth number begin nowhere twice.
TEST(RoundRobinPlacement, NewFilesTakeTargetsInTheOrderOfCreation) {
  const auto placement = round_robin(8);
  std::vector<int> first;
  for (std::int64_t i = 0; i < 5; ++i) first.push_back(placement->created(FileId{5, 4 * i}, 2, {}));
  EXPECT_EQ(first, (std::vector<int>{0, 2, 4, 6, 0}));
}

// Of any run of files from any number on, the objects of two targets differ by at most 1 with one stripe, and
// not at all after N files; no index is too large.
TEST(RoundRobinPlacement, IsExactlyBalanced) {
  RandomStream random(1, "layout");
  for (int trial = 0; trial < 200; ++trial) {
    const auto targets = 1 + static_cast<std::int64_t>(random.below(40));
    const auto stripes = 1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(targets)));
    const auto from = static_cast<std::int64_t>(random.below(1ULL << 62));
    const auto placement = round_robin(targets);
    std::vector<std::int64_t> objects(static_cast<std::size_t>(targets)), firsts(objects);
    for (std::int64_t i = 0; i < targets; ++i) {
      ++firsts[static_cast<std::size_t>(placement->existing(FileId{0, from + i}, 1))];
      const auto [least, most] = std::minmax_element(firsts.begin(), firsts.end());
      ASSERT_LE(*most - *least, 1);
      for (std::int64_t s = 0; s < stripes; ++s)
        ++objects[static_cast<std::size_t>((placement->existing(FileId{0, from + i}, stripes) + s) %
                                           targets)];
    }
    for (const std::int64_t count : objects) ASSERT_EQ(count, stripes) << targets << " targets";
  }
}

}  // namespace
}  // namespace headrace
