#include "scenarios/loader/sweep/plan_costs.h"

#include <gtest/gtest.h>

#include "scenarios/loader/sweep/plan.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kPlanWithPrices = R"(
plan:
  axes: [box=1..3:1]
  units: {box: {of: [platform.file_systems.scratch.lustre.ost.count=6]}}
  targets: [jobs.train.au_percent >= 90]
  prices:
    shelf: {price: 1000, support: 100, power: 2000, rack_units: 2, capacity: 100 TB, usable: 0.8}
  costs:
    - {of: box, item: shelf}
    - {of: ost.count, item: shelf, price: 10, power: 100, capacity: 1 TB}
  ownership: {years: 5, power_price: 0.1}
)";

PlanRead read_priced(const std::vector<std::string>& words = {}) {
  return read_plan(small_scenario() + kPlanWithPrices, "small.yaml", words);
}

// A box: 1,000 + 5 x (100 + 2 kW x 8,766 h x 0.1) = 10,266. A target, of which there are six: what its cost
// says itself in place of the book's 1,000: 10 + 5 x (100 + 0.1 kW x 8,766 h x 0.1) = 948.3.
TEST(PlanCosts, ThePriceIsThatOfAllYears) {
  const PlanRead read = read_priced();
  ASSERT_TRUE(read.plan) << read.problems.text();
  for (std::int64_t i = 0; i < 3; ++i) {
    const auto n = static_cast<double>(i + 1);
    const PlanQuantities needs = read.plan->needs(read.plan->designs().point(i));
    EXPECT_DOUBLE_EQ(needs.price, n * (10'266 + 6 * 948.3));
    EXPECT_DOUBLE_EQ(needs.power, n * (2'000 + 6 * 100));
    EXPECT_DOUBLE_EQ(needs.rack_units, n * (2 + 6 * 2));
    EXPECT_DOUBLE_EQ(needs.capacity, n * 0.8 * (100e12 + 6 * 1e12));
  }
}

// 84.8 TB a box for data; 100 TB that grow by a tenth a year are 161 TB after five, and 179 TB at nine
// tenths full.
TEST(PlanCosts, ADesignHoldsTheDataOfTheLastYear) {
  const PlanRead read =
      read_priced({"plan.capacity.data=100 TB", "plan.capacity.yearly_growth=0.1", "plan.capacity.fill=0.9"});
  ASSERT_TRUE(read.plan) << read.problems.text();
  EXPECT_NEAR(read.plan->spec().capacity.needed(read.plan->spec().ownership), 178.9e12, 0.1e12);
  for (std::int64_t i = 0; i < 3; ++i) {
    const PlanQuantities needs = read.plan->needs(read.plan->designs().point(i));
    EXPECT_EQ(read.plan->is_within_limits(needs), i == 2) << i;
    if (i < 2) {
      EXPECT_STREQ(read.plan->over(needs), "capacity");
    }
  }
  const Problems none = read_priced({"plan.capacity.data=1 PB"}).problems;
  EXPECT_EQ(codes_of(none), "E0433");
  EXPECT_NE(none.text().find("no design holds more than"), std::string::npos) << none.text();
}

TEST(PlanCosts, KnowTheNamesOfThePriceBook) {
  const Problems problems = read_priced({"plan.costs[0].item=shlef"}).problems;
  EXPECT_EQ(codes_of(problems), "E0434");
  EXPECT_NE(problems.text().find("did you mean 'shelf'"), std::string::npos) << problems.text();
}

TEST(PlanCosts, AnAxisIsNamedByTheEndOfItsPath) {
  SweepAxis servers, boxes;
  servers.path = "platform.file_systems.scratch.lustre.oss.count";
  boxes.path = "box";
  boxes.parts = {{"platform.file_systems.scratch.lustre.ost.count", 6, Mark()}};
  bool several = false;
  EXPECT_EQ(find_axis({servers, boxes}, "oss.count", several)->axis, 0U);
  EXPECT_EQ(find_axis({servers, boxes}, "box", several)->each, 1);
  EXPECT_EQ(find_axis({servers, boxes}, "ost.count", several)->each, 6);
  EXPECT_FALSE(find_axis({servers, boxes}, "mds.count", several));
  EXPECT_FALSE(several);
  EXPECT_TRUE(find_axis({servers, boxes}, "count", several));
  EXPECT_TRUE(several);
}

}  // namespace
}  // namespace headrace
