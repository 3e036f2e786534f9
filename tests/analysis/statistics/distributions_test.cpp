#include "analysis/statistics/distributions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headrace {
namespace {

TEST(Distributions, OfTheNormalLaw) { EXPECT_NEAR(normal_probability(1.959963984540054), 0.975, 1e-12); }

// Of one degree Student's t is Cauchy's: tan(pi (p - 1/2)). Of two it is (2 p - 1) sqrt(2 / (4 p (1 - p))).
TEST(Distributions, OfStudentsLaw) {
  EXPECT_NEAR(student_quantile(0.975, 1), std::tan(M_PI * 0.475), 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 2), 0.95 * std::sqrt(2 / (4 * 0.975 * 0.025)), 1e-9);
  EXPECT_NEAR(student_quantile(0.025, 30), -2.0423, 1e-4);
}

// Of one degree 1/2 + atan(t) / pi, of two 1/2 + t / (2 sqrt(2 + t^2)).
TEST(Distributions, BelowAValueOfStudentsLaw) {
  EXPECT_NEAR(student_probability(2, 1), 0.5 + std::atan(2.0) / M_PI, 1e-12);
  EXPECT_NEAR(student_probability(-3, 2), 0.5 - 3 / (2 * std::sqrt(11.0)), 1e-12);
  EXPECT_NEAR(student_probability(student_quantile(0.9, 7), 7), 0.9, 1e-12);
}

}  // namespace
}  // namespace headrace
