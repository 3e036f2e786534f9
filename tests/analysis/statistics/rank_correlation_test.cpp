#include "analysis/statistics/rank_correlation.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

TEST(RankCorrelation, LooksAtTheOrderAlone) {
  EXPECT_DOUBLE_EQ(*rank_correlation(std::vector{1.0, 2.0, 3.0}, std::vector{10.0, 11.0, 9e9}), 1);
  EXPECT_DOUBLE_EQ(*rank_correlation(std::vector{1.0, 2.0, 3.0}, std::vector{0.0, -1.0, -7.0}), -1);
}

// Without ties 1 - 6 sum d^2 / (n (n^2 - 1)): of d = 0, 1, 1, 0 it is 1 - 12 / 60.
TEST(RankCorrelation, IsSpearmansRho) {
  EXPECT_NEAR(*rank_correlation(std::vector{1.0, 2.0, 3.0, 4.0}, std::vector{1.0, 3.0, 2.0, 4.0}), 0.8,
              1e-12);
}

// Ranks 1.5, 1.5, 3 beside 1, 2, 3: covariance 1.5, variances 1.5 and 2, so 1.5 / sqrt(3).
TEST(RankCorrelation, EqualValuesShareTheirRanks) {
  EXPECT_NEAR(*rank_correlation(std::vector{5.0, 5.0, 8.0}, std::vector{1.0, 2.0, 3.0}), 0.8660254037844387,
              1e-12);
}

TEST(RankCorrelation, IsNoneWhereThereIsNoOrder) {
  EXPECT_FALSE(rank_correlation(std::vector{1.0, 2.0}, std::vector{1.0, 2.0}));
  EXPECT_FALSE(rank_correlation(std::vector{1.0, 1.0, 1.0}, std::vector{1.0, 2.0, 3.0}));
  EXPECT_FALSE(rank_correlation(std::vector{1.0, 2.0, 3.0}, std::vector{4.0, 4.0, 4.0}));
}

}  // namespace
}  // namespace headrace
