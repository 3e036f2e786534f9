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

TEST_F(PlanReportTest, TheTreeIsForPrograms) {
  const nlohmann::ordered_json tree = plan_tree(answer());
  EXPECT_EQ(tree["chosen"]["targets"][0]["value"], 90);
  EXPECT_EQ(tree["binding"]["target"], "jobs.train.au_percent >= 90");
  EXPECT_EQ(tree["known"].size(), 3U);
  EXPECT_EQ(tree["pareto"].size(), 3U);
  EXPECT_EQ(tree["runs_reused"], 3);
}

TEST(LargestReport, SaysHowManyAreFed) {
  LargestResult found;
  found.largest = 5;
  found.curve = {{5, {2, 0, 1}, true, true}, {6, {-3, 0, 1}, false, true}};
  std::map<std::size_t, PlanEvaluator::Note> notes;
  notes[6].limited_by = "the OST devices";
  LargestAnswer answer{"tiny",
                       "train",
                       "H100",
                       Raised::nodes,
                       8,
                       {"jobs.train.au_percent >= 90", "jobs.train.au_percent", ">=", 90},
                       found,
                       notes,
                       1,
                       "tiny.db",
                       "70 % of systems would meet it"};
  EXPECT_NE(largest_text(answer, Style(false)).find("With the largest count 70 % of systems would meet it."),
            std::string::npos);
  EXPECT_EQ(
      largest_sentence(answer),
      "40 x H100 are fed, 8 on each of 5 nodes: the most with jobs.train.au_percent >= 90; then limited by "
      "the OST devices");
  EXPECT_NE(largest_text(answer, Style(false)).find("missed"), std::string::npos);
  notes[5].limited_by = "the nodes' cores, for which the loaders queue (host: cores (82 % busy))";
  EXPECT_NE(largest_text(answer, Style(false)).find("the nodes' cores\n"), std::string::npos);
  EXPECT_EQ(largest_tree(answer)["largest_accelerators"], 40);
  EXPECT_EQ(largest_tree(answer)["runs_reused"], 1);
  EXPECT_EQ(largest_tree(answer)["curve"][1]["figure"]["value"], 87);
  EXPECT_EQ(largest_tree(answer)["curve"][1]["nodes"], 6);
  answer.raised = Raised::accelerators_per_node;
  EXPECT_EQ(
      largest_sentence(answer),
      "40 x H100 are fed, 5 on each of the 8 nodes: the most with jobs.train.au_percent >= 90; then limited "
      "by the OST devices");
  EXPECT_EQ(largest_tree(answer)["raised"], "accelerators_per_node");
  EXPECT_EQ(largest_tree(answer)["curve"][1]["nodes"], 8);
}

}  // namespace
}  // namespace headrace
