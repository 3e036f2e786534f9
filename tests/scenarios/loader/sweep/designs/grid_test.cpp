#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

TEST(GridDesign, TakesEveryCombinationOnce) {
  EXPECT_EQ(values_of("grid", setting_with({2, 3})), "00 01 02 10 11 12");
}

TEST(GridDesign, CountsNoFurtherThanCanBeKept) {
  EXPECT_EQ(design_named("grid").size(setting_with({1000, 1000, 1000, 1000, 1000, 1000, 1000})),
            kMostPoints + 1);
}

}  // namespace
}  // namespace headrace
