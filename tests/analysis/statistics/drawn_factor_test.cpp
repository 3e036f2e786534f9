#include "analysis/statistics/drawn_factor.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// P(1/4 < draw < 4) = 0.9 and P(draw > 1) = 0.5: of 2000 draws 1800 and 1000, deviations 13.4 and 22.4.
TEST(DrawnFactor, LiesWithinTheRangeInNineOfTen) {
  double within = 0, above = 0;
  for (std::uint64_t draw = 0; draw < 2000; ++draw) {
    const double factor = drawn_factor(4, 1, "a", draw);
    within += factor > 0.25 && factor < 4 ? 1 : 0;
    above += factor > 1 ? 1 : 0;
  }
  EXPECT_NEAR(within, 1800, 4 * 13.4);
  EXPECT_NEAR(above, 1000, 4 * 22.4);
}

TEST(DrawnFactor, IsAFunctionOfSeedNameAndDraw) {
  EXPECT_EQ(drawn_factor(2, 1, "a", 7), drawn_factor(2, 1, "a", 7));
  EXPECT_NE(drawn_factor(2, 1, "a", 7), drawn_factor(2, 2, "a", 7));
  EXPECT_NE(drawn_factor(2, 1, "a", 7), drawn_factor(2, 1, "b", 7));
  EXPECT_NE(drawn_factor(2, 1, "a", 7), drawn_factor(2, 1, "a", 8));
}

}  // namespace
}  // namespace headrace
