#include "scenarios/loader/sweep/plan_spec.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kPlanOfStripes = R"(
plan:
  axes: ["jobs.train.layout.stripe_count=1,2"]
  targets: [jobs.train.au_percent >= 90]
  costs: [{of: stripe_count, price: 7, drives: 2}]
  limits: {power: 1000}
)";

TEST(PlanSpec, QuantitiesAreCountedByNumber) {
  PlanQuantities quantities{1, 2, 3, 4, 5};
  for (std::size_t i = 0; i < PlanQuantities::kCount; ++i)
    EXPECT_EQ(quantities[i], static_cast<double>(i + 1)) << PlanQuantities::kNames[i];
  quantities[3] = 9;
  EXPECT_EQ(quantities.drives, 9);
}

TEST(PlanSpec, IsReadWithItsDefaults) {
  const ScenarioRead read = read_scenario(small_scenario() + kPlanOfStripes, "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  ASSERT_TRUE(read.scenario->plan.has_value());
  const PlanSpec& plan = *read.scenario->plan;
  EXPECT_EQ(plan.costs.at(0).price, 7);
  EXPECT_EQ(plan.costs[0].drives, 2);
  EXPECT_EQ(plan.costs[0].rack_units, 0);
  EXPECT_EQ(plan.limits.power, 1000);
  EXPECT_EQ(plan.limits.price, PlanLimits::kNone);
  EXPECT_EQ(plan.risk, 0.05);
}

TEST(PlanSpec, IsWrittenAsItIsRead) {
  const ScenarioRead read = read_scenario(small_scenario() + kPlanOfStripes, "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const std::string text = write_scenario(*read.scenario);
  const ScenarioRead again = read_scenario(text, "again.yaml");
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(write_scenario(*again.scenario), text);
}

}  // namespace
}  // namespace headrace
