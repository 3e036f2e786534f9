#include "analysis/run/plan_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

const PlanTarget kFed = {{"jobs.train.au_percent >= 90", "jobs.train.au_percent", ">=", 90}};
const PlanTarget kSoon = {{"jobs.train.seconds <= 100", "jobs.train.seconds", "<=", 100}};

ScenarioRead with_files(std::size_t files) {
  return read_scenario(kTinyScenario, "tiny.yaml",
                       {"jobs.train.workload.dataset.files=" + std::to_string(files)});
}

class Remembered : public PlanStore {
 public:
  std::vector<double> figures(std::size_t point, const std::string& metric) override {
    return known[{point, metric}];
  }
  void add(std::size_t point, const FinishedRun& run) override {
    limits[point] = run.said.at(0).limited_by;
    for (const Assertion& target : {kFed, kSoon})
      known[{point, target.metric}].push_back(figure_of_run(*run.result, target.metric).value_or(-1));
  }
  Remark remark(std::size_t point, const std::string& /*job*/) override {
    return {failures[point], limits[point]};
  }
  void add_refused(std::size_t point, const std::string& reason) override { failures[point] = reason; }
  std::map<std::pair<std::size_t, std::string>, std::vector<double>> known;
  std::map<std::size_t, std::string> failures, limits;
};

TEST(PlanEvaluator, MarginsAreByHowMuchATargetIsMet) {
  EXPECT_EQ(margin_of(kFed, 93), 3);
  EXPECT_EQ(margin_of(kSoon, 93), 7);
  EXPECT_EQ(value_with_margin(kFed, margin_of(kFed, 12)), 12);
  EXPECT_EQ(value_with_margin(kSoon, margin_of(kSoon, 12)), 12);
}

TEST(PlanEvaluator, RunsAreTheSameOnAnyNumberOfThreads) {
  const std::vector<RunRequest> requests = {{160, 1, 2}, {80, 1, 1}, {160, 2, 1}};
  std::vector<std::vector<std::vector<Margins>>> all;
  for (const std::int64_t threads : {1, 3}) {
    PlanEvaluator::Around around;
    around.threads = threads;
    PlanEvaluator evaluator({kFed, kSoon}, 1, with_files, around);
    all.push_back(evaluator.evaluate(requests));
    EXPECT_EQ(evaluator.runs(), 3) << "a run that is asked for twice is made once";
    EXPECT_FALSE(evaluator.notes().at(160).limited_by.empty());
  }
  EXPECT_EQ(all[0], all[1]);
  ASSERT_EQ(all[0].size(), 3U);
  EXPECT_EQ(all[0][0].size(), 2U);
  EXPECT_EQ(all[0][0][1], all[0][2][0]);        // Replication 2 is replication 2.
  EXPECT_GT(all[0][1][0][1], all[0][0][0][1]);  // Half of the files take less time.
}

// In the first situation there are as many files as the number of the run says, in the second as well: each
// situation's run is held against its own target alone, and has a number of its own.
TEST(PlanEvaluator, EachSituationHasItsOwnTargets) {
  PlanTarget later = kSoon;
  later.situation = 1;
  PlanEvaluator evaluator({kFed, later}, 2, with_files, {});
  const auto both = evaluator.evaluate(std::vector<RunRequest>{{80, 1, 1}});
  EXPECT_EQ(evaluator.runs(), 2);
  EXPECT_EQ(evaluator.run_of(80, 1), 161U);
  EXPECT_TRUE(evaluator.notes().contains(160) && evaluator.notes().contains(161));
  PlanEvaluator single({kFed, kSoon}, 1, with_files, {});
  const auto first = single.evaluate(std::vector<RunRequest>{{160, 1, 1}});
  const auto second = single.evaluate(std::vector<RunRequest>{{161, 1, 1}});
  EXPECT_EQ(both.at(0).at(0), (Margins{first.at(0).at(0)[0], second.at(0).at(0)[1]}));
}

TEST(PlanEvaluator, WhatTheScenarioRefusesHasNoFigures) {
  PlanEvaluator evaluator(
      {kFed}, 1, [](std::size_t) { return read_scenario(kTinyScenario, "tiny.yaml", {"seed=x"}); }, {});
  const auto answers = evaluator.evaluate(std::vector<RunRequest>{{5, 1, 1}});
  EXPECT_TRUE(std::isinf(answers.at(0).at(0).at(0)));
  EXPECT_FALSE(evaluator.notes().at(5).failure.empty());
  EXPECT_EQ(evaluator.runs(), 0);
}

TEST(PlanEvaluator, WhatIsStoredIsNotRunAgain) {
  Remembered store;
  PlanEvaluator::Around around;
  around.store = &store;
  PlanEvaluator first({kFed, kSoon}, 1, with_files, around);
  const auto answers = first.evaluate(std::vector<RunRequest>{{80, 1, 2}});
  PlanEvaluator second({kFed, kSoon}, 1, with_files, around);
  EXPECT_EQ(second.evaluate(std::vector<RunRequest>{{80, 1, 2}}), answers);
  EXPECT_EQ(second.runs(), 0);
  EXPECT_EQ(second.reused(), 2);
  EXPECT_FALSE(first.notes().at(80).limited_by.empty());
  EXPECT_EQ(second.notes().at(80).limited_by, first.notes().at(80).limited_by);
  EXPECT_EQ(second.evaluate(std::vector<RunRequest>{{80, 2, 2}}).at(0).at(0), answers.at(0).at(1));
  EXPECT_EQ(second.runs(), 1);
}

TEST(PlanEvaluator, WhatIsKnownToFailIsNotTriedAgain) {
  Remembered store;
  PlanEvaluator::Around around;
  around.store = &store;
  int asked = 0;
  const auto refused = [&](std::size_t) {
    ++asked;
    return read_scenario(kTinyScenario, "tiny.yaml", {"seed=x"});
  };
  PlanEvaluator first({kFed}, 1, refused, around);
  const auto answers = first.evaluate(std::vector<RunRequest>{{5, 1, 2}});
  PlanEvaluator second({kFed}, 1, refused, around);
  EXPECT_EQ(second.evaluate(std::vector<RunRequest>{{5, 1, 2}}), answers);
  EXPECT_EQ(second.notes().at(5).failure, first.notes().at(5).failure);
  EXPECT_EQ(second.reused(), 2);
  EXPECT_EQ(asked, 1);
}

TEST(PlanEvaluator, IsEndedFromOutside) {
  PlanEvaluator::Around around;
  around.watch.go_on = [](void*, const WorkState&) { return false; };
  PlanEvaluator evaluator({kFed}, 1, with_files, around);
  EXPECT_TRUE(evaluator.evaluate(std::vector<RunRequest>{{80, 1, 1}}).empty());
}

}  // namespace
}  // namespace headrace
