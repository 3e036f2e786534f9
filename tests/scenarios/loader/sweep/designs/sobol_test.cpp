#include <gtest/gtest.h>

#include "scenarios/loader/sweep/designs/sobol.h"
#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

// The first 2^m points of a Sobol sequence have one in each of the 2^m parts of every axis, and of two axes
// one in each of the 4 x 4 cells for m = 4: a digital shift moves parts as a whole.
TEST(SobolDesign, FillsPartsAndCellsEvenly) {
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto rows = rows_of("sobol", setting_with({0, 0, 0}, 16, seed));
    std::vector<int> cells(16);
    for (const auto& row : rows)
      ++cells[static_cast<std::size_t>(row[0] * 4) * 4 + static_cast<std::size_t>(row[1] * 4)];
    EXPECT_EQ(cells, std::vector<int>(16, 1));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<int> parts(16);
      for (const auto& row : rows) ++parts[static_cast<std::size_t>(row[axis] * 16)];
      EXPECT_EQ(parts, std::vector<int>(16, 1));
    }
  }
  EXPECT_NE(rows_of("sobol", setting_with({0}, 4, 1)), rows_of("sobol", setting_with({0}, 4, 2)));
}

}  // namespace
}  // namespace headrace
