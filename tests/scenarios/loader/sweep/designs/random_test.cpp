#include <gtest/gtest.h>

#include <cmath>
#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

// A mean of n uniform draws has the deviation 1 / sqrt(12 n); five of them are the tolerance.
TEST(RandomDesign, DrawsEachAxisUniformly) {
  const auto rows = rows_of("random", setting_with({0, 0}, 4000));
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double sum = 0;
    for (const auto& row : rows) sum += row[axis];
    EXPECT_NEAR(sum / 4000, 0.5, 5 / std::sqrt(12 * 4000.0));
  }
  EXPECT_NE(rows[0][0], rows[0][1]);
}

TEST(RandomDesign, GivesAnAxisTheSameDrawsBesideOthers) {
  const auto alone = rows_of("random", setting_with({0}, 5)),
             beside = rows_of("random", setting_with({0, 0}, 5));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(alone[i][0], beside[i][0]);
  EXPECT_NE(rows_of("random", setting_with({0}, 5, 2)), alone);
}

}  // namespace
}  // namespace headrace
