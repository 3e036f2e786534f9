#include "analysis/answer/headlines.h"

#include <gtest/gtest.h>

#include "analysis/errors.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

Scenario scenario_of(const std::vector<std::string>& overrides = {}) {
  const ScenarioRead read = read_scenario(kTinyScenario, "tiny.yaml", overrides);
  EXPECT_TRUE(read.scenario) << read.problems.text(false);
  return *read.scenario;
}

TEST(Headlines, AreWhatEachJobIsFor) {
  const std::vector<Headline> headlines = headlines_of(scenario_of());
  ASSERT_EQ(headlines.size(), 1U);
  EXPECT_EQ(headlines[0].path(), "jobs.train.utilisation_percent");
  EXPECT_EQ(headlines[0].better, Better::more);
}

TEST(Headlines, AreWhatIsAskedFor) {
  const Scenario cached = scenario_of({"jobs.train.cache={policy: lru, scope: node, capacity: 1 MiB}"});
  EXPECT_EQ(headlines_of(cached, "cache.hit_rate")[0].path(), "jobs.train.cache.hit_rate");
  EXPECT_EQ(headlines_of(cached, "jobs.train.cache.hit_rate")[0].better, Better::more);
  EXPECT_EQ(headlines_of(cached, "jobs.train.seconds")[0].better, Better::less);
  EXPECT_EQ(headlines_of(cached, "cache.evictions")[0].better, Better::less);
  EXPECT_EQ(headlines_of(cached, "cache.caches")[0].better, Better::neither);
}

std::string refusal(const std::string& figure, const std::vector<std::string>& overrides = {}) {
  try {
    headlines_of(scenario_of(overrides), figure);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(Headlines, RefuseWhatNoJobHas) {
  EXPECT_EQ(refusal("au_precent")
                .find("no job has the figure 'au_precent'; did you mean "
                      "'au_percent'? ("),
            0U)
      << refusal("au_precent");
  EXPECT_NE(refusal("jobs.train.second").find("did you mean 'jobs.train.seconds'?"), std::string::npos);
  EXPECT_NE(refusal("cache.hit_rate").find("no job has"), std::string::npos) << "it has no cache";
  EXPECT_NE(refusal("interference.time_ratio"), "taken") << "no job of a sweep is run alone";
}

TEST(Headlines, RefuseWithTheFiguresOfTheJobThatWasAskedFor) {
  const std::vector<std::string> look = {
      "jobs.look+={probe: {operation: stat}, nodes: {group: clients, first: 1, count: 1}, storage: scratch}",
      "jobs.train.nodes.count=1"};
  const std::string of_all = refusal("latency_ms.p99", look);
  EXPECT_NE(of_all.find("probe.latency_ms.p99"), std::string::npos) << of_all;
  EXPECT_NE(of_all.find("au_percent"), std::string::npos) << of_all;
  EXPECT_EQ(of_all.find("inference."), std::string::npos) << "no job answers requests: " << of_all;
  const std::string of_one = refusal("jobs.look.second", look);
  EXPECT_NE(of_one.find("did you mean 'jobs.look.seconds'? ("), std::string::npos) << of_one;
  EXPECT_EQ(of_one.find("jobs.train."), std::string::npos) << of_one;
  EXPECT_EQ(refusal("jobs.lok.seconds", look), "there is no job 'lok'; did you mean 'look'? (train, look)");
}

}  // namespace
}  // namespace headrace
