#include <gtest/gtest.h>

#include <cmath>
#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

// Of four levels a step moves by two: by 2/3.
TEST(MorrisDesign, MovesEachAxisOnceInATrajectory) {
  const auto rows = rows_of("morris", setting_with({0, 0, 0}, 20));
  ASSERT_EQ(rows.size(), 80u);
  int rising = 0;
  for (std::size_t begin = 0; begin < rows.size(); begin += 4) {
    std::vector<int> moves(3);
    for (std::size_t step = begin + 1; step < begin + 4; ++step) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double by = rows[step][axis] - rows[step - 1][axis];
        if (by == 0) continue;
        EXPECT_NEAR(std::abs(by), 2.0 / 3, 1e-15);
        ++moves[axis];
        rising += by > 0;
      }
    }
    EXPECT_EQ(moves, std::vector<int>(3, 1));
  }
  EXPECT_GT(rising, 15);  // Of 60 fair coins fewer come once in 10^4.
  EXPECT_LT(rising, 45);
}

}  // namespace
}  // namespace headrace
