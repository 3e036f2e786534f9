#include "analysis/answer/closed_rules.h"

#include <gtest/gtest.h>

#include <map>

#include "scenarios/loader/read/read_scenario.h"

namespace headrace {
namespace {

const std::string kScenarios = HEADRACE_SOURCE_DIR "/scenarios/validation/";

// Returns which rules the one job keeps, of a shipped scenario with these changes.
std::map<std::string, bool> kept(const std::string& file, const std::vector<std::string>& changes,
                                 std::string* sentence = nullptr) {
  const ScenarioRead read = read_scenario_file(kScenarios + file, changes);
  EXPECT_TRUE(read.scenario) << read.problems.text();
  std::map<std::string, bool> rules;
  for (const ClosedRule& rule : closed_rules(*read.scenario)) {
    EXPECT_EQ(rule.job, "train") << rule.sentence;
    rules[rule.rule] = rule.holds;
    if (sentence != nullptr && !rule.holds) *sentence = rule.sentence;
  }
  return rules;
}

std::string files(int number) { return "++workload.dataset.num_files_train=" + std::to_string(number); }

// 5 x 377 GiB of memory are 13807 files of 146600628 B, and 500 steps of one rank with batches of 7 are 3500.
TEST(ClosedRules, WantDataForTheMemoryOfTheHosts) {
  const auto with = [&](const std::string& overrides, std::string* sentence = nullptr) {
    return kept("solidigm_p5336.yaml", {"jobs.train.overrides=[" + overrides + "]"}, sentence);
  };
  EXPECT_TRUE(with(files(13807))["data set"]);
  std::string sentence;
  EXPECT_FALSE(with(files(13806), &sentence)["data set"]);
  EXPECT_EQ(sentence,
            "13806 samples; wanted are 13807: 500 steps of 1 rank x 7 are 3500, and 5 x 377 GiB of memory on "
            "1 host are 13807");
}

// 24 ranks of one host: 500 x 7 x 24 = 84000, which is more than the memory wants.
TEST(ClosedRules, WantDataForFiveHundredSteps) {
  const auto with = [&](int number) {
    return kept("solidigm_p5336.yaml",
                {"jobs.train.accelerators_per_node=24", "jobs.train.overrides=[" + files(number) + "]"});
  };
  EXPECT_TRUE(with(84000)["data set"]);
  EXPECT_FALSE(with(83976)["data set"]);
}

TEST(ClosedRules, FixAllButTheTunables) {
  const auto with = [&](const std::string& override) {
    return kept("solidigm_p5336.yaml",
                {"jobs.train.overrides=[" + files(14000) + ", " + override + "]"})["tunables"];
  };
  EXPECT_TRUE(with("++workload.reader.read_threads=64"));
  EXPECT_TRUE(with("++workload.reader.odirect=true"));
  EXPECT_TRUE(with("++workload.reader.prefetch_size=0"));
  EXPECT_TRUE(with("++workload.storage.storage_options.prefetch_window=6"));
  EXPECT_TRUE(with("++workload.workflow.checkpoint=False"));
  EXPECT_FALSE(with("++workload.reader.prefetch_size=4"));
  EXPECT_FALSE(with("++workload.reader.batch_size=8"));
  EXPECT_FALSE(with("++workload.train.epochs=1"));
}

// 8B on 8 ranks of one host, ten written and none read; with half the ranks the same bytes are too few ranks.
TEST(ClosedRules, FixTheRanksOfACheckpoint) {
  const std::string file = "checkpoints_solidigm_p5336.yaml";
  const auto of = [&](std::vector<std::string> changes) {
    const ScenarioRead read = read_scenario_file(kScenarios + file, changes);
    EXPECT_TRUE(read.scenario) << read.problems.text();
    std::map<std::string, bool> rules;
    for (const ClosedRule& rule : closed_rules(*read.scenario)) rules[rule.rule] = rule.holds;
    return rules;
  };
  const std::string job = read_scenario_file(kScenarios + file).scenario->jobs.front().first;
  auto all = of({});
  EXPECT_EQ(all.size(), 5u);
  EXPECT_TRUE(all["ranks"]);
  EXPECT_TRUE(all["hosts"]);
  EXPECT_TRUE(all["tunables"]);
  auto fewer = of({"jobs." + job + ".accelerators_per_node=2"});
  EXPECT_FALSE(fewer["ranks"]);
  EXPECT_FALSE(fewer["hosts"]);
  EXPECT_FALSE(all["checkpoints"]) << "three of each";
  EXPECT_TRUE(of({"jobs." + job + ".overrides=[]"})["checkpoints"]) << "ten of each";
}

}  // namespace
}  // namespace headrace
