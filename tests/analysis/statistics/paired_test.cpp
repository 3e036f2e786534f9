#include "analysis/statistics/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headrace {
namespace {

// Differences 1, 1, 2, 0: mean 1, deviation sqrt(2 / 3). Variances 5/3 of 1..4 and 11/3 of 2, 3, 5, 4: 4 of
// squares 2.25 + 0.25 + 2.25 + 0.25 = 5, over 3.
TEST(Paired, IsTheSpreadOfTheDifferences) {
  const std::vector<double> first = {1, 2, 3, 4}, second = {2, 3, 5, 4};
  const PairedDifference paired = paired_difference(first, second);
  EXPECT_DOUBLE_EQ(paired.difference.mean, 1);
  EXPECT_DOUBLE_EQ(paired.difference.stdev, std::sqrt(2.0 / 3));
  EXPECT_NEAR(paired.difference.high, 1 + 3.1824 * std::sqrt(2.0 / 3) / 2, 1e-4);
  EXPECT_NEAR(paired.variance_ratio.value(), (2.0 / 3) / (5.0 / 3 + 5.0 / 3), 1e-12);
  EXPECT_DOUBLE_EQ(paired.percent.mean, (100 + 50 + 200.0 / 3 + 0) / 4);
}

// Differences 1, 2, 3: t = 2 / (1 / sqrt(3)) = 3.4641, beyond which on both sides of two degrees of freedom
// lies 1 - t / sqrt(t^2 + 2) = 1 - sqrt(12 / 14).
TEST(Paired, HasTheProbabilityOfStudentsT) {
  const std::vector<double> first = {1, 1, 1}, second = {2, 3, 4};
  EXPECT_NEAR(paired_difference(first, second).probability(), 1 - std::sqrt(12.0 / 14), 1e-12);
  EXPECT_NEAR(paired_difference(second, first).probability(), 1 - std::sqrt(12.0 / 14), 1e-12);
}

TEST(Paired, OfACommonShiftHasNoVariance) {
  const std::vector<double> first = {1, 5, 9}, second = {3, 7, 11};
  const PairedDifference paired = paired_difference(first, second);
  EXPECT_EQ(paired.variance_ratio, 0);
  // Three differences that are all 2 have not shown what chance does.
  EXPECT_FALSE(paired.has_interval());
  EXPECT_EQ(paired.probability(), 1);
}

// The second is ten less the first: what pairs have in common works against them, 4 var over 2 var.
TEST(Paired, MayDoHarm) {
  const std::vector<double> first = {1, 5, 9}, second = {9, 5, 1};
  EXPECT_DOUBLE_EQ(paired_difference(first, second).variance_ratio.value(), 2);
}

TEST(Paired, OfOnePairOrNone) {
  const std::vector<double> one = {0}, other = {2};
  const PairedDifference paired = paired_difference(one, other);
  EXPECT_FALSE(paired.has_interval());
  EXPECT_EQ(paired.variance_ratio, std::nullopt);
  EXPECT_EQ(paired.percent.count, 0U) << "nothing is a percent more than zero";
}

}  // namespace
}  // namespace headrace
