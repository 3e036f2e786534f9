#include "analysis/statistics/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headrace {
namespace {

// Mean 5, squared differences 9 + 1 + 1 + 9 = 20: population sqrt(20 / 4), sample sqrt(20 / 3).
const std::vector<double> kValues = {2, 4, 6, 8};

TEST(Spread, MedianIsTheMiddle) {
  EXPECT_DOUBLE_EQ(median_of(std::vector{3.0, 1.0, 2.0}), 2);
  EXPECT_DOUBLE_EQ(median_of(std::vector{4.0, 1.0, 2.0, 9.0}), 3);
  EXPECT_DOUBLE_EQ(median_of(std::vector{5.0}), 5);
}

TEST(Statistics, MeanAndPopulationDeviation) {
  EXPECT_DOUBLE_EQ(mean_of(kValues), 5);
  EXPECT_DOUBLE_EQ(population_stdev_of(kValues), std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(mean_of({}), 0);
  EXPECT_DOUBLE_EQ(population_stdev_of({}), 0);
}

TEST(Statistics, SpreadUsesTheSampleAndStudent) {
  const Spread spread = spread_of(kValues);
  EXPECT_EQ(spread.count, 4U);
  EXPECT_DOUBLE_EQ(spread.mean, 5);
  EXPECT_DOUBLE_EQ(spread.stdev, std::sqrt(20.0 / 3));
  // t(0.975, 3) = 3.1824; half = 3.1824 * 2.58199 / 2.
  EXPECT_NEAR(spread.low, 5 - 4.1085, 1e-3);
  EXPECT_NEAR(spread.high, 5 + 4.1085, 1e-3);
  EXPECT_DOUBLE_EQ(spread.least, 2);
  EXPECT_DOUBLE_EQ(spread.greatest, 8);
}

TEST(Statistics, OneValueHasNoSpread) {
  const std::vector<double> one = {3};
  const Spread spread = spread_of(one);
  EXPECT_DOUBLE_EQ(spread.stdev, 0);
  EXPECT_DOUBLE_EQ(spread.low, 3);
  EXPECT_DOUBLE_EQ(spread.high, 3);
  EXPECT_EQ(spread_of({}).count, 0U);
}

// Quantiles of Student's t: 31 degrees 2.0395, 120 degrees 1.9799.
TEST(Statistics, ManyValuesUseTheExpansion) {
  for (const auto& [count, t] : {std::pair<std::size_t, double>{32, 2.0395}, {121, 1.9799}}) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(i % 2 == 0 ? 1.0 : -1.0);
    const Spread spread = spread_of(values);
    EXPECT_NEAR((spread.high - spread.mean) * std::sqrt(static_cast<double>(count)) / spread.stdev, t, 1e-4);
  }
}

}  // namespace
}  // namespace headrace
