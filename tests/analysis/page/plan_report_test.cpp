#include "analysis/page/plan_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

class PlanReportTest : public testing::Test {
 protected:
  PlanReportTest()
      : read_(read_plan(std::string(kTinyScenario) + R"(
plan:
  axes: ["jobs.train.workload.loader.read_threads=1,2,4"]
  targets: [jobs.train.au_percent >= 90]
  currency: thalers
  costs: [{of: read_threads, price: 1000, power: 500}]
)",
                        "tiny.yaml")) {
    EXPECT_TRUE(read_.plan) << read_.problems.text();
    for (std::size_t point = 0; point < 3; ++point) {
      const auto margin = static_cast<double>(point) - 1;
      found_.known.push_back(
          {point, 1000 * margin + 2000, true, margin >= 0, {{margin, point == 1 ? 0.1 : 0, 4}}, 0.99});
    }
    found_.best = found_.known[1];
    found_.binding = Binding{0, 0};
    found_.runs = 12;
    notes_[0].limited_by = "host work per step";
  }
  PlanAnswer answer() {
    return {*read_.plan,
            read_.plan->targets(),
            found_,
            notes_,
            {read_.plan->designs().point(0), read_.plan->designs().point(1), read_.plan->designs().point(2)},
            3,
            "results/tiny.db"};
  }

  PlanRead read_;
  CheapestResult found_;
  std::map<std::size_t, PlanEvaluator::Note> notes_;
};

TEST_F(PlanReportTest, TheAnswerIsASentence) {
  EXPECT_EQ(plan_sentence(answer()),
            "loader.read_threads=2 is the cheapest design that meets every target, for 2,000 thalers");
}

// An axis of units is said as people buy them.
TEST(PlanReport, UnitsAreCounted) {
  const PlanRead read = read_plan(std::string(kTinyScenario) + R"(
plan:
  axes: ["loader=1,2"]
  units: {loader: {of: [jobs.train.workload.loader.read_threads=4]}}
  targets: [jobs.train.au_percent >= 90]
  currency: thalers
  costs: [{of: loader, price: 1000}]
)",
                                  "tiny.yaml");
  ASSERT_TRUE(read.plan) << read.problems.text();
  CheapestResult found;
  found.known = {{1, 2000, true, true, {{1, 0, 1}}, 1}};
  found.best = found.known.front();
  const std::map<std::size_t, PlanEvaluator::Note> notes;
  const PlanAnswer answer{*read.plan,
                          read.plan->targets(),
                          found,
                          notes,
                          {read.plan->designs().point(0), read.plan->designs().point(1)},
                          0,
                          "x.db"};
  EXPECT_NE(plan_text(answer, Style(false)).find("2 loaders"), std::string::npos);
  EXPECT_EQ(plan_sentence(answer),
            "2 loaders is the cheapest design that meets every target, for 2,000 thalers");
}

// Without a design, what stands in the way is a target that all missed; or they only miss one each.
TEST_F(PlanReportTest, ATargetThatAllMissIsNamed) {
  found_.best.reset();
  const std::string none = "no design was found that meets every target: ";
  EXPECT_TRUE(plan_sentence(answer()).starts_with(none + "the probability")) << plan_sentence(answer());
  for (KnownDesign& design : found_.known) design.margins.front().mean -= 40;
  EXPECT_TRUE(plan_sentence(answer()).starts_with(
      none + "jobs.train.au_percent >= 90 was missed by all that were run, with "))
      << plan_sentence(answer());
  for (KnownDesign& design : found_.known) design.margins.front().mean = -HUGE_VAL;
  EXPECT_TRUE(plan_sentence(answer()).starts_with(none + "the probability")) << plan_sentence(answer());
}

TEST_F(PlanReportTest, TheTextHasWhatBindsAndHowSureItIs) {
  const std::string text = plan_text(answer(), Style(false));
  for (const char* part :
       {"2,000 thalers, 1.00 kW", "it with 89.0", "limited by host work per step", "90.0 +- 0.2", "chosen",
        "missed", "3 of 3 designs were run, 12 runs, 3 of them found in"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

// A single run has no spread to be sure of; two have, and so has what was run without a target.
TEST_F(PlanReportTest, OfASingleRunNothingIsSure) {
  const auto says = [this](std::size_t runs, const std::string& words) {
    found_.best->margins.front().count = runs;
    found_.risk_of_missing = 0.25;
    return in_one_line(plan_text(answer(), Style(false))).find(words) != std::string::npos;
  };
  const std::string single = "its single run meets every target, and others may differ";
  const std::string known = "it misses a target with 25.0 % by its runs";
  EXPECT_TRUE(says(1, single));
  EXPECT_FALSE(says(1, known));
  for (const std::size_t runs : {2U, 3U, 100U}) {
    EXPECT_TRUE(says(runs, known)) << runs;
    EXPECT_FALSE(says(runs, single)) << runs;
  }
  found_.best->margins.front().count = 1;
}

// A cheaper design whose runs settle nothing does not miss its targets, and the answer does not say that it
// does.
TEST_F(PlanReportTest, WhatRunsDidNotSettleIsNotMissed) {
  found_.known[0].margins[0] = {0.5, 0.4, 6};
  found_.known[0].is_unclear = true;
  found_.unclear_cheaper = 1;
  const std::string text = in_one_line(plan_text(answer(), Style(false)));
  EXPECT_NE(text.find("is not sure to meet it, with 90.5 +- 0.8"), std::string::npos) << text;
  EXPECT_NE(text.find("but for one cheaper that plan.most_replications runs did not settle"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("unclear"), std::string::npos);
}

TEST_F(PlanReportTest, TheTreeIsForPrograms) {
  const nlohmann::ordered_json tree = plan_tree(answer());
  EXPECT_EQ(tree["chosen"]["targets"][0]["value"], 90);
  EXPECT_EQ(tree["binding"]["target"], "jobs.train.au_percent >= 90");
  EXPECT_EQ(tree["known"].size(), 3U);
  EXPECT_EQ(tree["pareto"].size(), 3U);
  EXPECT_EQ(tree["runs_reused"], 3);
}

}  // namespace
}  // namespace headrace
