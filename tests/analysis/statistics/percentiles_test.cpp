#include "analysis/statistics/percentiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

std::vector<double> count_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1);
  return values;
}

// Of 1 to 100 the p-th percentile is p: 7 % of 100 is a whole rank, whatever its double says.
TEST(Percentiles, AreValuesThatWereSeen) {
  const std::vector<double> values = count_to(100);
  for (int p = 1; p <= 100; ++p) EXPECT_EQ(percentile_of(values, p / 100.0), p);
  EXPECT_EQ(percentile_of(values, 0), 1);
  EXPECT_EQ(percentile_of(values, 0.991), 100);
}

// The median of 1 to 100: both ends as far from 50.5, by ranks of Binomial(100, 1/2) about 1.96 sqrt(25)
// = 9.8.
TEST(Percentiles, OfIndependentValuesGoByRank) {
  const std::vector<double> values = count_to(100);
  const Estimate median = percentile_interval(values, 0.5);
  EXPECT_EQ(median.value, 50);
  EXPECT_NEAR(median.low + median.high, 101, 1e-9);
  EXPECT_NEAR(median.high - median.low, 2 * 9.8, 0.3);
}

// 0.99^n <= 0.025 from n = 368 on: with fewer all values may well lie below the p99.
TEST(Percentiles, AreOpenWhereValuesAreTooFew) {
  const Estimate few = percentile_interval(count_to(367), 0.99);
  EXPECT_TRUE(std::isinf(few.high));
  EXPECT_GT(few.low, 350);
  EXPECT_FALSE(std::isinf(percentile_interval(count_to(368), 0.99).high));
  EXPECT_TRUE(std::isinf(percentile_interval(count_to(367), 0.01).low));
}

// Copies of one value in each replication: drawing replications is drawing values.
TEST(Percentiles, OfReplicationsDrawReplications) {
  std::vector<std::vector<double>> replications;
  for (const double value : count_to(40)) replications.emplace_back(100, value);
  const Estimate pooled = pooled_percentile_interval(replications, 0.5);
  EXPECT_EQ(pooled.value, 20);
  const Estimate ranks = percentile_interval(count_to(40), 0.5);
  EXPECT_NEAR(pooled.low, ranks.low, 1.5);
  EXPECT_NEAR(pooled.high, ranks.high, 1.5);
  const Estimate low = pooled_percentile_interval(replications, 0.025);
  EXPECT_EQ(low.value, 1);
  EXPECT_EQ(pooled_percentile_interval(replications, 1).value, 40);
  EXPECT_EQ(pooled_percentile_interval(replications, 0).value, 1);
}

// A long replication counts by its values: 300 ones and 100 twos have their p75 at one and their p76 at two.
TEST(Percentiles, OfReplicationsAreOfAllTheirValues) {
  const std::vector<std::vector<double>> replications = {std::vector<double>(300, 1),
                                                         std::vector<double>(100, 2)};
  EXPECT_EQ(pooled_percentile_interval(replications, 0.75).value, 1);
  EXPECT_EQ(pooled_percentile_interval(replications, 0.76).value, 2);
}

}  // namespace
}  // namespace headrace
