#include "analysis/page/plan_answer.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

// Two designs of one axis and one choice; a target as planned whose bound was raised, and one in a situation.
TEST(PlanAnswer, HasWordsForDesignsAndTargets) {
  const PlanRead read = read_plan(std::string(kTinyScenario) + R"(
plan:
  axes: ["jobs.train.workload.loader.read_threads=1,2"]
  targets: [jobs.train.au_percent >= 90]
  situations:
    late: {overrides: [platform.network.latency=1 ms], targets: [jobs.train.seconds <= 50]}
  costs: [{of: read_threads, price: 10, rack_units: 2}]
  limits: {rack_units: 3}
)",
                                  "tiny.yaml");
  ASSERT_TRUE(read.plan) << read.problems.text();
  std::vector<PlanTarget> targets = read.plan->targets();
  targets[0].bound = 93;
  CheapestResult found;
  found.known = {{0, 10, true, true, {{5, 0, 1}, {1, 0, 1}}, 1},
                 {1, 20, false, true, {{0, 0, 1}, {9, 0, 1}}, 1}};
  found.best = found.known[0];
  const std::map<std::size_t, PlanEvaluator::Note> notes = {{1, {"", "the network"}}};
  const PlanAnswer answer{
      *read.plan, targets, found, notes, {read.plan->designs().point(0), read.plan->designs().point(2)},
      0,          "a.db"};
  EXPECT_EQ(design_words(answer, 1), "loader.read_threads=2");
  EXPECT_EQ(state_words(answer, found.known[0]), "chosen");
  EXPECT_EQ(state_words(answer, found.known[1]), "over rack_units");
  EXPECT_EQ(over_words(answer, 1), "over rack_units");
  EXPECT_EQ(target_words(answer, 0), "jobs.train.au_percent >= 90 (a prediction of 93.0)");
  EXPECT_EQ(target_words(answer, 1), "jobs.train.seconds <= 50 with late");
  EXPECT_EQ(metric_word(targets[1]), "seconds");
  EXPECT_EQ(note_of(answer, 0, 1)->limited_by, "the network");
  EXPECT_EQ(note_of(answer, 1, 0), nullptr);
  EXPECT_EQ(nearest_target(answer, found.known[0]), 1U);  // 1 of 50 is less than 5 of 93.
  EXPECT_EQ(nearest_target(answer, found.known[1]), 0U);
  EXPECT_DOUBLE_EQ(relative_margin(targets[1], {1, 0, 1}), 0.02);
}

}  // namespace
}  // namespace headrace
