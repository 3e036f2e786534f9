#include "scenarios/loader/sweep/plan.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
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

constexpr const char* kPlanOfUnits = R"(
plan:
  axes: [box=1..3:1]
  units:
    box:
      of: [platform.file_systems.scratch.lustre.oss.count=2, platform.file_systems.scratch.lustre.ost.count=6]
  targets: [jobs.train.au_percent >= 90]
  costs:
    - {of: box, price: 100}
    - {of: oss.count * ost.count, power: 1}
  more_is_better: [box]
)";

// A plan of n boxes has 2n servers and 6n targets, for 100n and 2n x 6n watts.
TEST(Plan, AUnitMovesItsPartsTogether) {
  const PlanRead read = read_plan(small_scenario() + kPlanOfUnits, "small.yaml");
  ASSERT_TRUE(read.plan) << read.problems.text();
  const Sweep& designs = read.plan->designs();
  ASSERT_EQ(designs.size(), 3);
  for (std::int64_t i = 0; i < 3; ++i) {
    const auto n = static_cast<double>(i + 1);
    EXPECT_DOUBLE_EQ(read.plan->needs(designs.point(i)).price, 100 * n);
    EXPECT_DOUBLE_EQ(read.plan->needs(designs.point(i)).power, 12 * n * n);
    const ScenarioRead design = designs.scenario(designs.point(i));
    ASSERT_TRUE(design.scenario) << design.problems.text();
    const std::string text = write_scenario(*design.scenario);
    const ScenarioRead by_hand =
        read_scenario(small_scenario(), "small.yaml",
                      {"platform.file_systems.scratch.lustre.oss.count=" + std::to_string(2 * (i + 1)),
                       "platform.file_systems.scratch.lustre.ost.count=" + std::to_string(6 * (i + 1))});
    ASSERT_TRUE(by_hand.scenario) << by_hand.problems.text();
    EXPECT_EQ(text, write_scenario(*by_hand.scenario));
  }
  EXPECT_TRUE(read.plan->more_is_better(0));
}

// A word with one value, of a field or of a unit, leaves the axis with that value.
TEST(Plan, AWordFixesAnAxis) {
  const std::string osts = "platform.file_systems.scratch.lustre.ost.count";
  const PlanRead fixed = read_planned({osts + "=2"});
  ASSERT_TRUE(fixed.plan) << fixed.problems.text();
  for (std::int64_t i = 0; i < fixed.plan->designs().size(); ++i)
    EXPECT_EQ(fixed.plan->designs().point(i).parameters[1].value, "2");
  const PlanRead unit = read_plan(small_scenario() + kPlanOfUnits, "small.yaml", {"box=2"});
  ASSERT_TRUE(unit.plan) << unit.problems.text();
  EXPECT_EQ(unit.plan->size(), 1);
}

// A unit of another size makes other designs of the same axis.
TEST(Plan, AnotherUnitIsAnotherSetOfDesigns) {
  const PlanRead read = read_plan(small_scenario() + kPlanOfUnits, "small.yaml");
  const PlanRead other = read_plan(small_scenario() + kPlanOfUnits, "small.yaml",
                                   {"plan.units.box.of[1]=platform.file_systems.scratch.lustre.ost.count=4"});
  ASSERT_TRUE(read.plan && other.plan) << other.problems.text();
  EXPECT_NE(read.plan->designs().hash(), other.plan->designs().hash());
}

constexpr const char* kPlanOfSituations = R"(
plan:
  axes: ["platform.file_systems.scratch.lustre.ost.count=2,4"]
  targets: [jobs.train.au_percent >= 90]
  situations:
    port_added: {overrides: [platform.nodes.clients.nic.ports=2], targets: [jobs.train.au_percent >= 70]}
    grown:
      overrides: [platform.nodes.clients.count=4, jobs.train.nodes.count=4]
      targets: [jobs.train.seconds <= 9]
)";

// Two designs in three situations; a run in a situation is the design with what is different in it.
TEST(Plan, ADesignIsRunInEachSituation) {
  const PlanRead read = read_plan(small_scenario() + kPlanOfSituations, "small.yaml");
  ASSERT_TRUE(read.plan) << read.problems.text();
  const Plan& plan = *read.plan;
  EXPECT_EQ(plan.situations(), 3U);
  EXPECT_EQ(plan.size(), 2);
  EXPECT_EQ(plan.designs().size(), 6);
  EXPECT_EQ(plan.situation(0), "as_planned");
  EXPECT_EQ(plan.situation(2), "grown");
  ASSERT_EQ(plan.targets().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(plan.targets()[i].situation, i);
  const std::size_t axis = plan.situation_axis();
  for (std::int64_t i = 0; i < plan.designs().size(); ++i) {
    const SweepPoint point = plan.designs().point(i);
    const ScenarioRead run = plan.designs().scenario(point);
    ASSERT_TRUE(run.scenario) << run.problems.text();
    const NodeSpec& nodes = run.scenario->platform.nodes.at(0).second;
    EXPECT_EQ(nodes.nic.ports, point.parameters[axis].value == "port_added" ? 2 : 1);
    EXPECT_EQ(nodes.count, point.parameters[axis].value == "grown" ? 4 : 2);
  }
}

TEST(Plan, SituationsThatAreWrongAreTold) {
  const auto codes = [](const std::string& situation) {
    return codes_of(
        read_plan(small_scenario() + kPlanOfSituations + "    more: " + situation + "\n", "small.yaml")
            .problems);
  };
  EXPECT_EQ(codes("{overrides: [], targets: []}"), "E0430");
  EXPECT_EQ(codes("{overrides: [seed=2], targets: [jobs.train.seconds <= 9]}"), "E0406");
  EXPECT_EQ(codes("{overrides: [platform.nodes.clients.nic.prots=1], targets: [jobs.train.seconds <= 9]}"),
            "E0101");
  EXPECT_EQ(codes("{overrides: [platform.nodes.clients.nic.ports=2], targets: [jobs.train.secnds <= 9]}"),
            "E0321");
  EXPECT_EQ(
      codes("{overrides: [platform.file_systems.scratch.lustre.ost.count=1], targets: [jobs.train.seconds <= "
            "9]}"),
      "E0407");
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
