#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

TEST(LatinHypercubeDesign, TakesEachPartOfEachAxisOnce) {
  for (const std::int64_t points : {1, 7, 64}) {
    const auto rows = rows_of("latin_hypercube", setting_with({0, 0, 0}, points));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<bool> taken(static_cast<std::size_t>(points));
      for (const auto& row : rows)
        taken[static_cast<std::size_t>(row[axis] * static_cast<double>(points))] = true;
      EXPECT_EQ(std::count(taken.begin(), taken.end(), true), points);
    }
  }
}

}  // namespace
}  // namespace headrace
