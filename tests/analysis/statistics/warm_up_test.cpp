#include "analysis/statistics/warm_up.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

// Means of five: 9, 1, 2, 1, 2, 1, 2, 1. Cut k leaves n - k; squares of what remains over (n - k)^2:
// 0: 1.02 (49.875 - … over 64), 1: 1.714 / 49 = 0.035, 2: 1.5 / 36 = 0.042. One batch is cut.
TEST(WarmUp, IsWhereTheErrorIsLeast) {
  std::vector<double> values;
  for (const double mean : {9, 1, 2, 1, 2, 1, 2, 1})
    for (const double off : {-2, -1, 0, 1, 2}) values.push_back(mean + off);
  const WarmUp found = warm_up_of(values);
  EXPECT_EQ(found.cut, 5U);
  EXPECT_TRUE(found.settled);
  EXPECT_NEAR(found.error, std::sqrt(12.0 / 7 / 49), 1e-12);
}

// 20 exp(-i / 50) falls below the noise of one, over sqrt(2000), within some 50 ln(20 sqrt(2000)) = 340
// values.
TEST(WarmUp, EndsWhenATransientIsBelowTheNoise) {
  RandomStream stream(1, "noise");
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) values.push_back(5 + 20 * std::exp(-i / 50.0) + stream.normal());
  const WarmUp found = warm_up_of(values);
  EXPECT_TRUE(found.settled);
  EXPECT_GE(found.cut, 100U);
  EXPECT_LE(found.cut, 400U);
}

TEST(WarmUp, IsNotOverWhereASeriesOnlyGrows) {
  std::vector<double> values;
  for (int i = 0; i < 200; ++i) values.push_back(i);
  EXPECT_FALSE(warm_up_of(values).settled);
  EXPECT_EQ(warm_up_of(values).cut, 100U);
}

TEST(WarmUp, CutsNothingOfWhatIsSteadyOrShort) {
  EXPECT_EQ(warm_up_of(std::vector<double>(100, 3.0)).cut, 0U);
  EXPECT_TRUE(warm_up_of(std::vector<double>(100, 3.0)).settled);
  EXPECT_FALSE(warm_up_of(std::vector<double>{1, 2, 3}).settled);
  EXPECT_FALSE(warm_up_of({}).settled);
}

}  // namespace
}  // namespace headrace
