#include "analysis/statistics/stopping.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

std::vector<double> normal_values(std::size_t n) {
  RandomStream stream(1, "values");
  std::vector<double> values(n);
  for (double& value : values) value = 100 + stream.normal();
  return values;
}

TEST(Stopping, TakesTenValuesAndFiveNarrowLooksAtLeast) {
  const std::vector<double> same(100, 7.0);
  for (std::size_t n = 0; n < 14; ++n) {
    const Stopping stopping = stopping_of(std::span(same).first(n), {.half_width = 1});
    EXPECT_TRUE(stopping.go_on) << n;
    EXPECT_EQ(stopping.expected, 14U) << n;
  }
  const Stopping stopping = stopping_of(same, {.half_width = 1});
  EXPECT_FALSE(stopping.go_on);
  EXPECT_TRUE(stopping.narrow);
  EXPECT_EQ(stopping.used, 14U);
}

// Of deviation 1, narrow at t(n - 1) / sqrt(n) <= 0.4: n is 27, give or take what the deviation of 27 is off
// (a seventh, and so by two sevenths of n), and four more looks.
TEST(Stopping, TakesAsManyAsTheWidthNeeds) {
  const std::vector<double> values = normal_values(1000);
  const Stopping stopping = stopping_of(values, {.half_width = 0.4});
  EXPECT_TRUE(stopping.narrow);
  EXPECT_GE(stopping.used, 31U - 16U);
  EXPECT_LE(stopping.used, 31U + 16U);
  EXPECT_LE(stopping.spread.high - stopping.spread.mean, 0.4);
  EXPECT_EQ(stopping.spread.count, stopping.used);
}

// Twelve zeros are narrow at 10, 11 and 12; one value of 10 makes the deviation 10 / sqrt(n) and the
// half-width 10 t(n - 1) / n, which is below 1 from 21 on: five looks in a row end at 25.
TEST(Stopping, CountsNarrowLooksInARow) {
  std::vector<double> values(100, 0.0);
  values[12] = 10;
  EXPECT_EQ(stopping_of(values, {.half_width = 1}).used, 25U);
}

// What runs beyond the stop, on other threads, is of no effect.
TEST(Stopping, IsAFunctionOfTheValuesUpToTheStop) {
  const std::vector<double> values = normal_values(200);
  const Stopping all = stopping_of(values, {.half_width = 0.4});
  ASSERT_LT(all.used, 64U);
  const Stopping least = stopping_of(std::span(values).first(all.used), {.half_width = 0.4});
  EXPECT_FALSE(least.go_on);
  EXPECT_EQ(least.spread.mean, all.spread.mean);
  EXPECT_EQ(least.used, all.used);
  EXPECT_TRUE(stopping_of(std::span(values).first(all.used - 1), {.half_width = 0.4}).go_on);
}

TEST(Stopping, EndsAtTheMost) {
  const std::vector<double> values = normal_values(200);
  const Stopping stopping = stopping_of(values, {.half_width = 1e-3, .at_most = 20});
  EXPECT_FALSE(stopping.go_on);
  EXPECT_FALSE(stopping.narrow);
  EXPECT_EQ(stopping.used, 20U);
  EXPECT_EQ(stopping_of(std::span(values).first(12), {.half_width = 1e-3, .at_most = 20}).expected, 20U);
  EXPECT_FALSE(stopping_of(std::span(values).first(3), {.half_width = 9, .at_most = 3}).go_on);
}

// Half of a percent of a mean of 100 is 0.5.
TEST(Stopping, GoesByTheShareOfTheMeanToo) {
  const std::vector<double> values = normal_values(200);
  const Stopping share = stopping_of(values, {.half_width = 0.005, .relative = true});
  const Stopping width = stopping_of(values, {.half_width = 0.005 * share.spread.mean});
  EXPECT_NEAR(static_cast<double>(share.used), static_cast<double>(width.used), 1);
}

// The deviation of 200 is known to a twentieth: 1.96^2 / 0.1^2 = 384 in all to a tenth, and the looks.
TEST(Stopping, SaysHowManyToExpect) {
  const std::vector<double> values = normal_values(200);
  const Stopping stopping = stopping_of(values, {.half_width = 0.1, .at_most = 100'000});
  EXPECT_TRUE(stopping.go_on);
  EXPECT_NEAR(static_cast<double>(stopping.expected), 390, 100);
  EXPECT_EQ(stopping_of({}, {.half_width = 0.1, .at_most = 5}).expected, 5U);
}

}  // namespace
}  // namespace headrace
