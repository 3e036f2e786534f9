// By free space: in turn while all have about as much; else each target gets its weight.

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "models/placement/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::unique_ptr<PlacementPolicy> free_space(const std::vector<std::int64_t>& free, double priority = 0.9,
                                            double threshold = 0.17) {
  return chosen<PlacementPolicy>("free_space", {{"qos_prio_free", priority}, {"qos_threshold_rr", threshold}})
      .make({static_cast<std::int64_t>(free.size()), RandomStream(1, "placement"), free});
}

std::vector<int> first_of(PlacementPolicy& placement, int files, std::int64_t stripes = 1) {
  std::vector<int> first;
  for (std::int64_t i = 0; i < files; ++i) first.push_back(placement.created(FileId{1, i}, stripes, {}));
  return first;
}

// The least has more than 83 % of the most: in turn. At 83 % it has not, and the draws are no turns.
TEST(FreeSpace, FilesTakeTurnsWhileTargetsAreAlike) {
  const std::vector<std::int64_t> alike = {1000, 831, 999}, apart = {1000, 830, 999};
  EXPECT_EQ(first_of(*free_space(alike), 6), (std::vector<int>{0, 1, 2, 0, 1, 2}));
  EXPECT_NE(first_of(*free_space(apart), 12), (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(first_of(*free_space(apart, 0.9, 0.2), 6), (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

// The policy looks at what is free now, not at what was when it was made.
TEST(FreeSpace, FollowsWhatIsFree) {
  std::vector<std::int64_t> free = {1000, 1000, 1000};
  const auto placement = free_space(free);
  EXPECT_EQ(first_of(*placement, 3), (std::vector<int>{0, 1, 2}));
  free = {0, 1000, 0};
  EXPECT_EQ(first_of(*placement, 3), (std::vector<int>{1, 1, 1}));
  free = {1000, 1000, 1000};
  EXPECT_EQ(first_of(*placement, 3), (std::vector<int>{0, 1, 2}));
}

// n files on targets of weights w_i = p free_i / sum + (1 - p) / open. The sum of (seen - n w)^2 / (n w) is
// chi-square with k - 1 = 4 degrees of freedom over the targets that are not full: above 23.5 in one of 10^4.
TEST(FreeSpace, SharesAreTheWeights) {
  const std::vector<std::int64_t> free = {100, 0, 300, 50, 400, 150};
  constexpr int kFiles = 20'000;
  for (const double priority : {1.0, 0.9, 0.0}) {
    const auto placement = free_space(free, priority);
    std::vector<double> seen(free.size());
    for (const int first : first_of(*placement, kFiles)) ++seen[static_cast<std::size_t>(first)];
    EXPECT_EQ(seen[1], 0);
    double chi_square = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (free[i] == 0) continue;
      const double weight = priority * static_cast<double>(free[i]) / 1000 + (1 - priority) / 5;
      const double expected = kFiles * weight;
      chi_square += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    EXPECT_LT(chi_square, 23.5) << priority;
  }
}

// Neither the first stripe nor a later one lies on a full target: of two stripes 2-3, 3-4 and 4-0 are left,
// with 600, 1000 and 1400 of free space.
TEST(FreeSpace, NoStripeLiesOnAFullTarget) {
  const std::vector<std::int64_t> free = {500, 0, 500, 100, 900};
  const auto placement = free_space(free, 0.9, 1.0);
  int after_two = 0, after_three = 0, after_four = 0;
  for (const int first : first_of(*placement, 3000, 2)) {
    after_two += first == 2 ? 1 : 0;
    after_three += first == 3 ? 1 : 0;
    after_four += first == 4 ? 1 : 0;
  }
  EXPECT_EQ(after_two + after_three + after_four, 3000);
  EXPECT_GT(after_four, after_three);
  EXPECT_GT(after_three, after_two);
}

// Where every place has a full target, or none is counted, files take turns.
TEST(FreeSpace, TakesTurnsWhereThereIsNoChoice) {
  const std::vector<std::int64_t> full = {0, 0, 0}, every_other = {10, 0, 10, 0};
  EXPECT_EQ(first_of(*free_space(full), 4), (std::vector<int>{0, 1, 2, 0}));
  EXPECT_EQ(first_of(*free_space(every_other), 3, 2), (std::vector<int>{0, 2, 0}));
  const auto uncounted = Chosen<PlacementPolicy>("free_space").make({3, RandomStream(1, "placement")});
  EXPECT_EQ(first_of(*uncounted, 4), (std::vector<int>{0, 1, 2, 0}));
}

}  // namespace
}  // namespace headrace
