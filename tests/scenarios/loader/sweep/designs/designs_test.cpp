#include <gtest/gtest.h>

#include "tests/scenarios/loader/sweep/designs/design_support.h"

namespace headrace {
namespace {

TEST(Designs, DependOnTheSettingAndThePointAlone) {
  for (const Design& design : designs()) {
    const DesignSetting setting = setting_with({4, 4}, 8);
    const auto rows = rows_of(design.name, setting);
    for (std::size_t point = rows.size(); point-- > 0;) {
      std::vector<double> again(2);
      design.place(setting, static_cast<std::int64_t>(point), again);
      EXPECT_EQ(again, rows[point]) << design.name;
      for (const double share : again)
        EXPECT_TRUE(share == kOfTheBase || (share >= 0 && share <= 1)) << design.name;
    }
  }
}

}  // namespace
}  // namespace headrace
