#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

TEST(OneAtATimeDesign, LeavesTheBaseOnOneAxis) {
  EXPECT_EQ(values_of("one_at_a_time", setting_with({2, 3})), "-- 0- 1- -0 -1 -2");
}

}  // namespace
}  // namespace headrace
