#include "analysis/statistics/holm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(Holm, StepsDownFromTheLeast) {
  // 0.01 <= 0.05 / 4, 0.012 <= 0.05 / 3, 0.03 > 0.05 / 2: that one and the greater 0.04 fail.
  EXPECT_EQ(holm(std::vector{0.04, 0.01, 0.03, 0.012}), (std::vector<bool>{false, true, false, true}));
  // 0.02 passes 0.05 / 2 only where it stands second of two that are left.
  EXPECT_EQ(holm(std::vector{0.001, 0.2, 0.02}), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(holm(std::vector{0.02, 0.2, 0.2}), (std::vector<bool>{false, false, false}));
}

TEST(Holm, OfOneIsThePlainTest) {
  EXPECT_EQ(holm(std::vector{0.05}), std::vector<bool>{true});
  EXPECT_EQ(holm(std::vector{0.0501}), std::vector<bool>{false});
  EXPECT_TRUE(holm({}).empty());
}

// Of 4,000 families of ten figures without a difference 5 % have a star: 200, with a deviation of 13.8.
TEST(Holm, HoldsTheErrorOfTheFamily) {
  RandomStream stream(1, "holm");
  int wrong = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::vector<double> probabilities(10);
    for (double& one : probabilities) one = stream.uniform();
    const std::vector<bool> passes = holm(probabilities);
    wrong += std::any_of(passes.begin(), passes.end(), [](bool one) { return one; }) ? 1 : 0;
  }
  EXPECT_NEAR(wrong, 4000 * (1 - std::pow(1 - 0.005, 10)), 3 * 13.8);
}

}  // namespace
}  // namespace headrace
