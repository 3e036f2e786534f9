#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

TEST(ListDesign, TakesTheValuesTogether) { EXPECT_EQ(values_of("list", setting_with({3, 3})), "00 11 22"); }

}  // namespace
}  // namespace headrace
