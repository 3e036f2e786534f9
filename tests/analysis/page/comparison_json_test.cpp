#include "analysis/page/comparison_json.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

// Two replications each, of which every event is the same.
std::vector<ArmRuns> two_arms() {
  return {{"lru", {run_of_seconds(400), run_of_seconds(400, 2)}},
          {"sieve", {run_of_seconds(380), run_of_seconds(380, 2)}}};
}

Scenario scenario_of_two() {
  Scenario scenario;
  scenario.name = "caches";
  scenario.arms.resize(2);
  scenario.arms[0].arm = "lru";
  scenario.arms[1].arm = "sieve";
  return scenario;
}

nlohmann::json read_back_arms(std::span<const ArmRuns> arms) {
  return nlohmann::json::parse(json_text(comparison_tree(scenario_of_two(), arms, {"abc", "x.db", "dlio"})));
}

TEST(ComparisonJson, HasAnAnswerAndEveryArm) {
  const auto answer = read_back_arms(two_arms());
  EXPECT_EQ(answer["schema"], "headrace.result/1");
  EXPECT_EQ(answer["scenario"], "caches");
  EXPECT_EQ(answer["outcome"], "finished");
  EXPECT_EQ(answer["answer"], "sieve is the best of 2 arms: done in 380 s, 5.0 % less than lru [5.0, 5.0]");
  EXPECT_EQ(answer["comparison"]["first"], "lru");
  EXPECT_EQ(answer["comparison"]["best"], "sieve");
  EXPECT_EQ(answer["comparison"]["ahead"], "sieve");
  EXPECT_EQ(answer["comparison"]["exact"], true);
  EXPECT_TRUE(answer["comparison"]["tied"].empty());
  EXPECT_EQ(answer["comparison"]["merits"]["train"]["figure"], "seconds");
  EXPECT_NEAR(answer["comparison"]["merits"]["train"]["difference_percent"]["sieve"]["mean"].get<double>(),
              -5, 1e-9);
  EXPECT_EQ(answer["arms"]["sieve"]["jobs"]["train"]["seconds"], 380.0);
  EXPECT_EQ(answer["arms"]["lru"]["schema"], "headrace.result/1");
}

TEST(ComparisonJson, OfOneReplicationNamesNone) {
  const auto answer =
      read_back_arms(std::vector<ArmRuns>{{"lru", {run_of_seconds(400)}}, {"sieve", {run_of_seconds(400)}}});
  EXPECT_TRUE(answer["comparison"]["best"].is_null());
  EXPECT_EQ(answer["comparison"]["ahead"], "lru");
  EXPECT_EQ(answer["comparison"]["tied"], (std::vector<std::string>{"lru", "sieve"}));
}

TEST(ComparisonJson, TellsTheOutcomeOfTheArmThatDidNotFinish) {
  std::vector<ArmRuns> arms = two_arms();
  arms[1].runs[0].outcome.end = RunEnd::stalled;
  arms[1].runs[0].outcome.still_waiting = {"rank 3: barrier"};
  const auto answer = read_back_arms(arms);
  EXPECT_EQ(answer["outcome"], "stalled");
  EXPECT_EQ(answer["still_waiting"][0], "rank 3: barrier");
}

TEST(ComparisonJson, AssertionsOfJobsHoldForEveryArm) {
  Scenario scenario = scenario_of_two();
  scenario.assertions = {{"jobs.train.seconds < 390", "jobs.train.seconds", "<", 390},
                         {"arms.lru.jobs.train.seconds < 390", "arms.lru.jobs.train.seconds", "<", 390}};
  const std::vector<Assertion> all = assertions_of_arms(scenario);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].metric, "arms.lru.jobs.train.seconds");
  EXPECT_EQ(all[1].text, "arms.sieve.jobs.train.seconds < 390");
  EXPECT_EQ(all[2].metric, "arms.lru.jobs.train.seconds");
}

TEST(ComparisonJson, EveryKeyIsInTheReadme) {
  std::ifstream file(std::string(HEADRACE_SOURCE_DIR) + "/analysis/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  const auto answer = read_back_arms(two_arms());
  for (const auto& tree : {answer, answer["comparison"], answer["comparison"]["gain_percent"]["lru"],
                           answer["comparison"]["merits"]["train"]}) {
    for (const auto& [key, value] : tree.items()) {
      const bool found = readme.find("`" + key + "`") != std::string::npos ||
                         readme.find("`" + key + "[]`") != std::string::npos ||
                         readme.find("`" + key + ".<") != std::string::npos;
      EXPECT_TRUE(found) << key;
    }
  }
}

}  // namespace
}  // namespace headrace
