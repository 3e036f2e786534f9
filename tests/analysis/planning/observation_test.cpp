#include "analysis/planning/observation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace headrace {
namespace {

// 1, 2, 3, 6: mean 3, squared differences 4 + 1 + 0 + 9 = 14, standard error sqrt(14 / 3 / 4).
TEST(Observation, EstimatesTheMeanOfATarget) {
  const Observation observation{0, {{0, 1}, {0, 2}, {0, 3}, {0, 6}}};
  const MarginEstimate estimate = observation.estimate(1);
  EXPECT_DOUBLE_EQ(estimate.mean, 3);
  EXPECT_NEAR(estimate.standard_error, std::sqrt(14.0 / 12), 1e-12);
  EXPECT_EQ(estimate.count, 4U);
}

TEST(Observation, MayLeaveTheFirstRunsOut) {
  const Observation observation{0, {{100}, {1}, {3}}};
  EXPECT_DOUBLE_EQ(observation.estimate(0, 1).mean, 2);
  EXPECT_EQ(observation.estimate(0, 3).count, 0U);
}

// With one degree of freedom Student's t is Cauchy's: F(1) = 3/4.
TEST(Observation, IsAsSureAsStudentSays) {
  EXPECT_NEAR((MarginEstimate{2, 2, 2}).probability_met(), 0.75, 1e-12);
  EXPECT_NEAR((MarginEstimate{-2, 2, 2}).probability_met(), 0.25, 1e-12);
  EXPECT_NEAR((MarginEstimate{0, 1, 9}).probability_met(), 0.5, 1e-12);
  // t(0.95, 4) = 2.1318.
  EXPECT_NEAR((MarginEstimate{2.1318, 1, 5}).probability_met(), 0.95, 1e-5);
}

TEST(Observation, RunsThatDoNotDifferAreExact) {
  EXPECT_EQ((MarginEstimate{0, 0, 1}).probability_met(), 1);
  EXPECT_EQ((MarginEstimate{-1e-9, 0, 3}).probability_met(), 0);
}

TEST(Observation, ARunWithoutAFigureMissesTheTarget) {
  const Observation observation{0, {{5}, {-std::numeric_limits<double>::infinity()}}};
  EXPECT_EQ(observation.estimate(0).probability_met(), 0);
  EXPECT_EQ((Observation{0, {{std::nan("")}}}).estimate(0).probability_met(), 0);
}

}  // namespace
}  // namespace headrace
