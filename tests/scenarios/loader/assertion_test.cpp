#include "scenarios/loader/assertion.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

ScenarioRead with_assertion(const std::string& text) {
  return read_scenario(small_scenario() + "assert: [\"" + text + "\"]\n", "small.yaml");
}

TEST(Assertion, IsAFigureAComparisonAndANumber) {
  for (const std::string comparison : {">=", ">", "<=", "<", "=="}) {
    const ScenarioRead read = with_assertion("jobs.train.au_percent " + comparison + " 90.5");
    ASSERT_TRUE(read.scenario) << read.problems.text();
    const Assertion& assertion = read.scenario->assertions.at(0);
    EXPECT_EQ(assertion.metric, "jobs.train.au_percent");
    EXPECT_EQ(assertion.comparison, comparison);
    EXPECT_EQ(assertion.bound, 90.5);
    EXPECT_EQ(assertion.text, "jobs.train.au_percent " + comparison + " 90.5");
  }
  EXPECT_EQ(with_assertion("jobs.train.cache.hit_rate > 0.5").scenario->assertions.at(0).metric,
            "jobs.train.cache.hit_rate");
  EXPECT_EQ(with_assertion("jobs.train.first_batch_seconds<1").scenario->assertions.at(0).bound, 1);
}

struct Refusal {
  std::string text, code, part, sentence;
};

TEST(Assertion, SaysWhatIsWrong) {
  const Refusal refusals[] = {
      {"jobs.train.au_percent", "E0320", "jobs.train.au_percent",
       "'jobs.train.au_percent' is not an assertion"},
      {"jobs.train.au_percent != 9", "E0320", "jobs.train.au_percent != 9",
       "'jobs.train.au_percent != 9' is not an assertion"},
      {"jobs.train.au_percent = 9", "E0320", "jobs.train.au_percent = 9",
       "'jobs.train.au_percent = 9' is not an assertion"},
      {"jobs.train.au_percent >= 90 %", "E0320", "90 %", "'90 %' is not a number"},
      {"jobs.train.au_percent >=", "E0320", "", "'' is not a number"},
      {"au_percent >= 90", "E0321", "au_percent", "'au_percent' is not a figure of the answer"},
      {">= 90", "E0321", "", "'' is not a figure of the answer"},
      {"jobs.tain.au_percent >= 90", "E0321", "tain", "there is no job 'tain'"},
      {"jobs.train.cache >= 90", "E0321", "cache", "'cache' is not a figure of a job"},
      {"jobs.train.inference.latency >= 9", "E0321", "inference.latency",
       "'inference.latency' is not a figure of a job"},
      {"arms.lru.jobs.train.au_percent >= 9", "E0321", "lru", "there is no arm 'lru'"},
      {"jobs.train >= 9", "E0321", "jobs.train", "'jobs.train' is not a figure of the answer"},
      {"jobs.train.au >= 90", "E0321", "au", "'au' is not a figure of a job"},
  };
  for (const Refusal& refusal : refusals) {
    const ScenarioRead read = with_assertion(refusal.text);
    ASSERT_EQ(read.problems.errors(), 1u) << refusal.text;
    const Problem& problem = read.problems.all()[0];
    EXPECT_EQ(problem.code, refusal.code);
    EXPECT_EQ(problem.sentence, refusal.sentence);
    const std::string line = "assert: [\"" + refusal.text;
    const auto column = static_cast<std::size_t>(problem.mark.column) - 1;
    EXPECT_EQ(line.substr(column, refusal.part.size()), refusal.part) << refusal.text;
  }
}

TEST(Assertion, SuggestsTheNearestFigure) {
  EXPECT_EQ(with_assertion("jobs.train.samples_per_seconds > 1").problems.all()[0].nearest,
            "did you mean 'samples_per_second'?");
}

TEST(Assertion, MayNameAnArm) {
  const std::string arms =
      "compare:\n  a: {overrides: []}\n  b: {overrides: [jobs.train.layout.stripe_count=2]}\n";
  const auto read = [&](const std::string& text) {
    return read_scenario(small_scenario() + arms + "assert: [\"" + text + "\"]\n", "small.yaml");
  };
  const ScenarioRead one = read("arms.b.jobs.train.au_percent >= 90");
  ASSERT_TRUE(one.scenario) << one.problems.text();
  EXPECT_EQ(one.scenario->assertions.at(0).metric, "arms.b.jobs.train.au_percent");
  EXPECT_TRUE(one.scenario->arms.at(1).assertions.empty());
  EXPECT_EQ(read("arms.c.jobs.train.au_percent >= 90").problems.errors(), 1u);
  EXPECT_EQ(read("arms.b.jobs.tain.au_percent >= 90").problems.all()[0].nearest, "did you mean 'train'?");
  EXPECT_EQ(read("arms.b.au_percent >= 90").problems.errors(), 1u);
}

}  // namespace
}  // namespace headrace
