#include "analysis/figures/assertions.h"

#include <gtest/gtest.h>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

std::vector<AssertionOutcome> judged(const std::vector<Assertion>& assertions, const RunResult& run) {
  return judge(assertions, [&](std::string_view metric) { return named_figure({&run, 1}, metric); });
}

Assertion assertion_of(const std::string& metric, const std::string& comparison, double bound) {
  Assertion assertion;
  assertion.text = metric + " " + comparison + " bound";
  assertion.metric = metric;
  assertion.comparison = comparison;
  assertion.bound = bound;
  return assertion;
}

TEST(Judge, KnowsEveryComparison) {
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
    const auto outcomes = judged(assertions, training_run());
    EXPECT_EQ(outcomes[0].holds, c.below) << c.comparison;
    EXPECT_EQ(outcomes[1].holds, c.equal) << c.comparison;
    EXPECT_EQ(outcomes[2].holds, c.above) << c.comparison;
  }
}

TEST(Judge, SaysWhatWasFound) {
  const std::vector<Assertion> assertions = {assertion_of("jobs.train.au_percent", ">=", 90),
                                             assertion_of("jobs.train.au_percent", ">=", 95),
                                             assertion_of("jobs.train.au_percnt", ">=", 95)};
  const auto outcomes = judged(assertions, training_run());
  EXPECT_EQ(outcomes[0].sentence, "PASS jobs.train.au_percent >= bound (91.9)");
  EXPECT_EQ(outcomes[1].sentence, "FAIL jobs.train.au_percent >= bound (91.9)");
  EXPECT_EQ(outcomes[2].holds, std::nullopt);
  EXPECT_EQ(outcomes[2].sentence, "NOT JUDGED jobs.train.au_percnt >= bound (no run has this figure)");
}

TEST(Judge, NeverJudgesWhatWasNotMeasured) {
  RunResult run = training_run();
  run.jobs[0].state = JobState::running;
  const std::vector<Assertion> late = {assertion_of("jobs.train.seconds", "<=", 500)};
  EXPECT_EQ(judged(late, run)[0].holds, std::nullopt);
  EXPECT_EQ(judged(late, run)[0].sentence, "NOT JUDGED jobs.train.seconds <= bound (cut short, at 410)");
  run.jobs[0].state = JobState::ended;
  run.jobs[0].au_percent.reset();
  const auto outcomes = judged({assertion_of("jobs.train.au_percent", ">=", 0)}, run);
  EXPECT_EQ(outcomes[0].sentence, "NOT JUDGED jobs.train.au_percent >= bound (not defined for this run)");
  EXPECT_EQ(judged(late, run)[0].holds, true);
}

}  // namespace
}  // namespace headrace
