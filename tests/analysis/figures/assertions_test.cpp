#include "analysis/figures/assertions.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

nlohmann::ordered_json sample_answer() {
  const RunResult run = training_run();
  return result_tree({&run, 1}, {"revision", "results/x.db", ""});
}

Assertion assertion_of(const std::string& metric, const std::string& comparison, double bound) {
  Assertion assertion;
  assertion.text = metric + " " + comparison + " bound";
  assertion.metric = metric;
  assertion.comparison = comparison;
  assertion.bound = bound;
  return assertion;
}

TEST(FindFigure, FollowsPathsIntoTheAnswer) {
  const auto answer = sample_answer();
  EXPECT_DOUBLE_EQ(find_figure(answer, "jobs.train.au_percent").value(), 91.9);
  EXPECT_DOUBLE_EQ(find_figure(answer, "jobs.train.au_passes").value(), 1);
  EXPECT_DOUBLE_EQ(find_figure(answer, "jobs.train.epochs[1].au_percent").value(), 91.3);
  EXPECT_DOUBLE_EQ(find_figure(answer, "jobs.train.time_budget.host.rank_seconds[3]").value(), 32.7);
  EXPECT_DOUBLE_EQ(find_figure(answer, "resources.scratch: OST devices.utilisation_mean").value(), 0.41);
}

TEST(FindFigure, FindsNothingWhereThereIsNoNumber) {
  const auto answer = sample_answer();
  for (const char* path :
       {"jobs.train", "jobs.train.model", "jobs.tra.au_percent", "jobs.train.epochs[2].au_percent",
        "jobs.train.epochs[x]", "jobs.train.epochs[1", "jobs.train.au_percent.more", "jobs."})
    EXPECT_FALSE(find_figure(answer, path).has_value()) << path;
}

TEST(FindFigure, TriesEveryKeyThatFits) {
  const nlohmann::ordered_json tree = {{"a", {{"x", 1}}}, {"a.b", {{"c", 2}}}};
  EXPECT_DOUBLE_EQ(find_figure(tree, "a.b.c").value(), 2);
  EXPECT_DOUBLE_EQ(find_figure(tree, "a.x").value(), 1);
}

TEST(Judge, KnowsEveryComparison) {
  const auto answer = sample_answer();
  struct Case {
    const char* comparison;
    bool below, equal, above;  // Whether 91.9 holds against a bound below, equal and above it.
  };
  for (const Case& c : {Case{">=", true, true, false},
                        {">", true, false, false},
                        {"<=", false, true, true},
                        {"<", false, false, true},
                        {"==", false, true, false}}) {
    const std::vector<Assertion> assertions = {assertion_of("jobs.train.au_percent", c.comparison, 91),
                                               assertion_of("jobs.train.au_percent", c.comparison, 91.9),
                                               assertion_of("jobs.train.au_percent", c.comparison, 92)};
    const auto outcomes = judge(assertions, answer);
    EXPECT_EQ(outcomes[0].holds, c.below) << c.comparison;
    EXPECT_EQ(outcomes[1].holds, c.equal) << c.comparison;
    EXPECT_EQ(outcomes[2].holds, c.above) << c.comparison;
  }
}

TEST(Judge, SaysWhatWasFound) {
  const std::vector<Assertion> assertions = {assertion_of("jobs.train.au_percent", ">=", 90),
                                             assertion_of("jobs.train.au_percent", ">=", 95),
                                             assertion_of("jobs.train.au_percnt", ">=", 95)};
  const auto outcomes = judge(assertions, sample_answer());
  EXPECT_EQ(outcomes[0].sentence, "PASS jobs.train.au_percent >= bound (91.9)");
  EXPECT_EQ(outcomes[1].sentence, "FAIL jobs.train.au_percent >= bound (91.9)");
  EXPECT_EQ(outcomes[2].sentence,
            "FAIL jobs.train.au_percnt >= bound (the answer has no such figure; did you mean "
            "'jobs.train.au_percent'?)");
}

}  // namespace
}  // namespace headrace
