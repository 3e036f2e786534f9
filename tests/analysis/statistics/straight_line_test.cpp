#include "analysis/statistics/straight_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

// slope = sum (x - mean x)(y - mean y) / sum (x - mean x)^2 = (1 + 0 + 2) / 2; it passes through the means.
TEST(StraightLine, HasTheLeastSquares) {
  const auto line = straight_line(std::vector{1.0, 2.0, 3.0}, std::vector{1.0, 3.0, 4.0});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 1.5);
  EXPECT_DOUBLE_EQ(line->at(2), 8.0 / 3);
}

TEST(StraightLine, PassesThroughPointsOfALine) {
  const auto line = straight_line(std::vector{-1.0, 4.0}, std::vector{3.0, -7.0});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->intercept, 1);
  EXPECT_DOUBLE_EQ(line->slope, -2);
}

TEST(StraightLine, IsLevelWhereAllPointsHaveOneX) {
  const auto line = straight_line(std::vector{2.0, 2.0}, std::vector{1.0, 5.0});
  ASSERT_TRUE(line);
  EXPECT_DOUBLE_EQ(line->slope, 0);
  EXPECT_DOUBLE_EQ(line->at(100), 3);
  EXPECT_DOUBLE_EQ(straight_line(std::vector{2.0}, std::vector{7.0})->at(-4), 7);
}

TEST(StraightLine, OfNoPointIsNone) { EXPECT_FALSE(straight_line({}, {})); }

}  // namespace
}  // namespace headrace
