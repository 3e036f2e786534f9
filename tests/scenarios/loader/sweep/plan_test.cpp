#include "scenarios/loader/sweep/plan.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kPlanOfServers = R"(
plan:
  axes:
    - platform.file_systems.scratch.lustre.oss.count=1,2
    - platform.file_systems.scratch.lustre.ost.count=2,4,8
    - jobs.train.shuffle.policy=local,global
  constraints: [ost.count <= 4 * oss.count]
  targets:
    - jobs.train.au_percent >= 90
    - jobs.train.seconds <= 600
  costs:
    - {of: oss.count, price: 100, power: 300}
    - {of: oss.count * ost.count, price: 3, drives: 12}
    - {of: policy=global, price: 0.5}
    - {of: nodes.clients.count, rack_units: 2}
  limits: {price: 240}
  more_is_better: [ost.count]
)";

PlanRead read_planned(const std::vector<std::string>& words = {}) {
  return read_plan(small_scenario() + kPlanOfServers, "small.yaml", words);
}

// oss 1, ost 4: 100 + 3 x 4, and 2 rack units for each of two nodes.
TEST(Plan, WhatADesignNeedsIsASumOfProducts) {
  const PlanRead plan = read_planned();
  ASSERT_TRUE(plan.plan) << plan.problems.text();
  bool seen = false;
  for (std::int64_t i = 0; i < plan.plan->designs().size(); ++i) {
    const SweepPoint design = plan.plan->designs().point(i);
    const auto value = [&](std::size_t axis) { return std::stod(design.parameters[axis].value); };
    const bool full = design.parameters[2].value == "global";
    const PlanQuantities needs = plan.plan->needs(design);
    EXPECT_DOUBLE_EQ(needs.price, 100 * value(0) + 3 * value(0) * value(1) + (full ? 0.5 : 0));
    EXPECT_DOUBLE_EQ(needs.power, 300 * value(0));
    EXPECT_DOUBLE_EQ(needs.drives, 12 * value(0) * value(1));
    EXPECT_DOUBLE_EQ(needs.rack_units, 4);
    EXPECT_EQ(plan.plan->is_within_limits(needs), needs.price <= 240);
    seen = seen || (value(0) == 1 && value(1) == 4 && needs.price == 112);
    EXPECT_LE(value(1), 4 * value(0));
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(plan.plan->designs().size(), 2 * 5);
}

TEST(Plan, TargetsAreAssertions) {
  const PlanRead plan = read_planned();
  ASSERT_TRUE(plan.plan) << plan.problems.text();
  ASSERT_EQ(plan.plan->targets().size(), 2U);
  EXPECT_EQ(plan.plan->targets()[1].metric, "jobs.train.seconds");
  EXPECT_EQ(plan.plan->targets()[1].comparison, "<=");
  EXPECT_EQ(plan.plan->targets()[1].bound, 600);
  EXPECT_FALSE(plan.plan->more_is_better(0));
  EXPECT_TRUE(plan.plan->more_is_better(1));
}

// Runs of a plan belong to its axes and its scenario, not to what it asks or what things cost.
TEST(Plan, OtherPricesAreTheSameDesigns) {
  const PlanRead plan = read_planned();
  const PlanRead other = read_planned({"plan.risk=0.01", "plan.limits.price=200"});
  ASSERT_TRUE(plan.plan && other.plan) << other.problems.text();
  EXPECT_EQ(plan.plan->designs().hash(), other.plan->designs().hash());
  EXPECT_EQ(other.plan->spec().risk, 0.01);
}

TEST(Plan, AScenarioWithoutOneIsRefused) {
  EXPECT_EQ(codes_of(read_plan(small_scenario(), "small.yaml").problems), "E0430");
}

TEST(Plan, AxesOfTheCommandLineReplaceThoseOfTheText) {
  const PlanRead plan = read_planned({"platform.file_systems.scratch.lustre.ost.count=2,3"});
  ASSERT_TRUE(plan.plan) << plan.problems.text();
  EXPECT_EQ(plan.plan->designs().size(), 2 * 2 * 2);
}

}  // namespace
}  // namespace headrace
