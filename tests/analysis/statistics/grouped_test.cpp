#include "analysis/statistics/grouped.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "sim/random.h"

namespace headrace {
namespace {

// Groups of one value each are a sample: mean 2, s^2 = 1, and one more value has the variance 1 + 1/3.
TEST(GroupedSpread, IsThatOfASampleWhereGroupsHaveOneValue) {
  const std::vector values = {1.0, 2.0, 3.0};
  const std::vector<std::string_view> groups = {"a", "b", "c"};
  const GroupedSpread spread = grouped_spread(values, groups).value();
  EXPECT_DOUBLE_EQ(spread.mean, 2);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(4.0 / 3));
  EXPECT_EQ(spread.freedom, 2);
  EXPECT_DOUBLE_EQ(spread.quantile(0.95), 2 + std::sqrt(4.0 / 3) * student_quantile(0.95, 2));
  EXPECT_NEAR(spread.probability_above(spread.quantile(0.8)), 0.2, 1e-9);
}

TEST(GroupedSpread, ManyValuesOfAGroupCountAsOne) {
  std::vector<double> values(30, 1.0);
  std::vector<std::string_view> groups(30, "a");
  EXPECT_FALSE(grouped_spread(values, groups)) << "of one group nothing is known of another";
  values.push_back(3);
  groups.emplace_back("b");
  const GroupedSpread spread = grouped_spread(values, groups).value();
  EXPECT_DOUBLE_EQ(spread.mean, 2);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(2 * 1.5));
  EXPECT_EQ(spread.freedom, 1);
}

TEST(GroupedSpread, OfEqualValuesIsSure) {
  const std::vector values = {1.0, 1.0};
  const std::vector<std::string_view> groups = {"a", "b"};
  const GroupedSpread spread = grouped_spread(values, groups).value();
  EXPECT_EQ(spread.probability_above(1), 1);
  EXPECT_EQ(spread.probability_above(1.01), 0);
}

// Ten groups, of which each is off by its own draw, of three values that differ by half of that: nine of ten
// intervals hold the value of an eleventh, and a few more, as groups / (groups - 1) is too much for what
// values of a group differ by. Three standard errors of 2,000 repeats are 0.02.
TEST(GroupedSpread, HoldsAValueOfAnotherGroup) {
  RandomStream random(5, "grouped");
  const std::string names = "abcdefghij";
  int held = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<double> values;
    std::vector<std::string_view> groups;
    for (std::size_t group = 0; group < names.size(); ++group) {
      const double off = random.normal();
      for (int value = 0; value < 3; ++value) {
        values.push_back(off + 0.5 * random.normal());
        groups.push_back(std::string_view(names).substr(group, 1));
      }
    }
    const GroupedSpread spread = grouped_spread(values, groups).value();
    const double other = random.normal() + 0.5 * random.normal();
    held += spread.quantile(0.05) <= other && other <= spread.quantile(0.95) ? 1 : 0;
  }
  EXPECT_GT(held / 2000.0, 0.88);
  EXPECT_LT(held / 2000.0, 0.95);
}

}  // namespace
}  // namespace headrace
