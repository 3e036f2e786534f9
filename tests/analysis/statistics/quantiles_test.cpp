#include "analysis/statistics/quantiles.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

TEST(Quantiles, MedianIsTheMiddle) {
  EXPECT_DOUBLE_EQ(median_of(std::vector{3.0, 1.0, 2.0}), 2);
  EXPECT_DOUBLE_EQ(median_of(std::vector{4.0, 1.0, 2.0, 9.0}), 3);
  EXPECT_DOUBLE_EQ(median_of(std::vector{5.0}), 5);
}

// Weights 1, 1 and 2: half of all is at or below the second value.
TEST(Quantiles, CountWeightAndNotValues) {
  const std::vector values = {9.0, 1.0, 2.0};
  const std::vector weights = {2.0, 1.0, 1.0};
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 0.25), 1);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 0.26), 2);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 0.5), 2);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 0.51), 9);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 0), 1);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, weights, 1), 9);
}

// A third, thrice, is a rounding error short of 1.
TEST(Quantiles, ReachTheirShareInSpiteOfRounding) {
  const std::vector values = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};
  EXPECT_DOUBLE_EQ(weighted_quantile(values, std::vector(10, 0.1), 0.3), 3);
  EXPECT_DOUBLE_EQ(weighted_quantile(values, std::vector(10, 1.0 / 3), 0.7), 7);
}

}  // namespace
}  // namespace headrace
