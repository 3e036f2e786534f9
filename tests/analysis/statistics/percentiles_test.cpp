#include "analysis/statistics/percentiles.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

Histogram of(std::int64_t value, int times) {
  Histogram histogram;
  for (int i = 0; i < times; ++i) histogram.record(value);
  return histogram;
}

std::vector<const Histogram*> all(const std::vector<Histogram>& histograms) {
  std::vector<const Histogram*> pointers;
  for (const Histogram& one : histograms) pointers.push_back(&one);
  return pointers;
}

// A long replication counts by its values: 300 ones and 100 twos have their p75 at one and their p76 at two.
TEST(Percentiles, AreOfAllValuesTogether) {
  const std::vector<Histogram> replications = {of(1, 300), of(2, 100)};
  EXPECT_EQ(pooled_quantile(all(replications), 0.75).value, 1);
  EXPECT_EQ(pooled_quantile(all(replications), 0.76).value, 2);
}

// Of nine replications without a wait and one with nothing but waits of 40, the p99s are 0 nine times and 40
// once: their mean is 4, and the p99 of all values is 40.
TEST(Percentiles, AreNotMeansOfPercentiles) {
  std::vector<Histogram> replications(9, of(0, 100));
  replications.push_back(of(40, 100));
  const Estimate p99 = pooled_quantile(all(replications), 0.99);
  EXPECT_EQ(p99.value, 40);
  EXPECT_EQ(p99.low, 0) << "one in 2.9 draws leaves the tenth out";
  EXPECT_EQ(p99.high, 40);
}

// Copies of one value in each replication, 1 to 40: drawing replications is drawing values, whose median has
// ranks 20.5 +- 1.96 sqrt(40) / 2 = 14.3 to 26.7.
TEST(Percentiles, DrawReplications) {
  std::vector<Histogram> replications;
  for (int value = 1; value <= 40; ++value) replications.push_back(of(value, 100));
  const Estimate median = pooled_quantile(all(replications), 0.5, {.draws = 1999});
  EXPECT_EQ(median.value, 20);
  EXPECT_NEAR(median.low, 14.3, 1.5);
  EXPECT_NEAR(median.high, 26.7, 1.5);
}

TEST(Percentiles, OfOneReplicationHaveNoInterval) {
  const std::vector<Histogram> one = {of(7, 10)};
  const Estimate p99 = pooled_quantile(all(one), 0.99);
  EXPECT_EQ(p99.low, 7);
  EXPECT_EQ(p99.high, 7);
}

}  // namespace
}  // namespace headrace
