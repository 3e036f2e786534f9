#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

// Each row is A, A with one column of B after the other, B.
TEST(SaltelliDesign, ExchangesOneColumnAtATime) {
  const auto rows = rows_of("saltelli", setting_with({0, 0}, 8));
  ASSERT_EQ(rows.size(), 32u);
  for (std::size_t row = 0; row < rows.size(); row += 4) {
    const auto &a = rows[row], &b = rows[row + 3];
    EXPECT_NE(a[0], b[0]);
    EXPECT_EQ(rows[row + 1], (std::vector<double>{b[0], a[1]}));
    EXPECT_EQ(rows[row + 2], (std::vector<double>{a[0], b[1]}));
  }
}

}  // namespace
}  // namespace headrace
