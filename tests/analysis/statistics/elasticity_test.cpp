#include "analysis/statistics/elasticity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headrace {
namespace {

// c x^-0.7, with c of each replication its own: the power, exactly, whatever the step and the draws.
TEST(Elasticity, OfAPowerLawIsThePower) {
  std::vector<double> at_low, at_high;
  for (const double c : {1.0, 5.0, 80.0}) {
    at_low.push_back(c * std::pow(4, -0.7));
    at_high.push_back(c * std::pow(16, -0.7));
  }
  const Spread slope = elasticity(4, 16, at_low, at_high);
  EXPECT_NEAR(slope.mean, -0.7, 1e-12);
  EXPECT_NEAR(slope.stdev, 0, 1e-12);
  EXPECT_EQ(slope.count, 3U);
}

// 1 + x at 1: x / (1 + x) = 1/2. Over [1 / r, r] it is log((1 + r) / (1 + 1 / r)) / (2 log r) = 1/2, too; of
// 1 + x^2, whose third derivative is not zero, the error falls with the square of the step.
TEST(Elasticity, IsOfTheSecondOrderInTheStep) {
  const auto at = [](double ratio, double x) {
    const std::vector<double> low = {1 + x / ratio}, high = {1 + x * ratio};
    return elasticity(x / ratio, x * ratio, low, high).mean;
  };
  EXPECT_NEAR(at(2, 1), 0.5, 1e-12);
  const double truth = 3.0 / 4;
  const double coarse = std::abs(at(1.2, 3) - truth), fine = std::abs(at(std::sqrt(1.2), 3) - truth);
  EXPECT_NEAR(coarse / fine, 4, 0.1);
}

TEST(Elasticity, IsOfPairsAboveZero) {
  const Spread slope = elasticity(1, 2, std::vector<double>{0, 1}, std::vector<double>{1, 2});
  EXPECT_EQ(slope.count, 1U);
  EXPECT_DOUBLE_EQ(slope.mean, 1);
  EXPECT_EQ(elasticity(1, 2, std::vector<double>{0}, std::vector<double>{0}).count, 0U);
}

}  // namespace
}  // namespace headrace
