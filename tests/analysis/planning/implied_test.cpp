#include "analysis/planning/implied.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// a has 3 values and rises, b has 3 and falls, c is a word.
DesignSpace space() {
  return DesignSpace({{"a", {0, 1, 2}}, {"b", {0, 1, 2}}, {"c", {0, 0}, AxisKind::categorical}});
}
const std::vector<Slopes> kSlopes = {{Slope::rising, Slope::falling, Slope::unknown}};

TEST(Implied, AFailureGoesDownAndASuccessUp) {
  const DesignSpace own = space();
  Implied implied(own, kSlopes);
  EXPECT_TRUE(implied.any_slope());
  EXPECT_TRUE(implied.say(own.point({1, 1, 0}), 0, false));
  EXPECT_TRUE(implied.is_failed(own.point({0, 2, 0}), 0));
  EXPECT_TRUE(implied.is_failed(own.point({1, 1, 0}), 0));
  EXPECT_FALSE(implied.is_failed(own.point({1, 0, 0}), 0));
  EXPECT_FALSE(implied.is_failed(own.point({0, 2, 1}), 0));
  EXPECT_TRUE(implied.say(own.point({1, 1, 1}), 0, true));
  EXPECT_TRUE(implied.is_met(own.point({2, 0, 1}), 0));
  EXPECT_FALSE(implied.is_met(own.point({2, 2, 1}), 0));
}

TEST(Implied, WhatContradictsDropsTheSlopes) {
  const DesignSpace own = space();
  Implied implied(own, kSlopes);
  implied.say(own.point({2, 0, 0}), 0, false);
  EXPECT_TRUE(implied.is_failed(own.point({0, 0, 0}), 0));
  EXPECT_FALSE(implied.say(own.point({0, 1, 0}), 0, true));
  EXPECT_FALSE(implied.any_slope());
  EXPECT_TRUE(implied.is_failed(own.point({2, 0, 0}), 0));
  EXPECT_FALSE(implied.is_failed(own.point({0, 0, 0}), 0));
  EXPECT_TRUE(implied.is_met(own.point({0, 1, 0}), 0));
  EXPECT_FALSE(implied.is_met(own.point({1, 1, 0}), 0));
}

// Sums and least costs against a look at every pair of points.
TEST(Implied, SumsAreThoseOfAllThatFailTogether) {
  const DesignSpace own = space();
  const Implied implied(own, kSlopes);
  std::vector<double> weights;
  for (std::size_t point = 0; point < own.size(); ++point)
    weights.push_back(1 + static_cast<double>(point * point % 7));
  const std::vector<double> sums = implied.failing_with(0, weights);
  const std::vector<double> least = implied.cheapest_met_with(weights);
  for (std::size_t point = 0; point < own.size(); ++point) {
    double sum = 0, cheapest = 1e9;
    for (std::size_t other = 0; other < own.size(); ++other) {
      if (own.digit(other, 2) != own.digit(point, 2)) continue;
      const bool lower =
          own.digit(other, 0) <= own.digit(point, 0) && own.digit(other, 1) >= own.digit(point, 1);
      const bool higher =
          own.digit(other, 0) >= own.digit(point, 0) && own.digit(other, 1) <= own.digit(point, 1);
      if (lower) sum += weights[other];
      if (higher) cheapest = std::min(cheapest, weights[other]);
    }
    EXPECT_DOUBLE_EQ(sums[point], sum);
    EXPECT_DOUBLE_EQ(least[point], cheapest);
  }
}

// Where targets disagree on an axis, meeting all of them goes nowhere along it.
TEST(Implied, AllTargetsAreMetOnlyWhereAllAgree) {
  const DesignSpace own({{"a", {0, 1, 2}}});
  const Implied implied(own, {{Slope::rising}, {Slope::falling}});
  EXPECT_EQ(implied.cheapest_met_with({3, 2, 1}), (std::vector<double>{3, 2, 1}));
  EXPECT_EQ(Implied(own, {{Slope::rising}}).cheapest_met_with({3, 2, 1}), (std::vector<double>{1, 1, 1}));
}

}  // namespace
}  // namespace headrace
