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
  EXPECT_FALSE(headlines[0].less_is_better);
}

TEST(Headlines, AreWhatIsAskedFor) {
  const Scenario cached = scenario_of({"jobs.train.cache={policy: lru, scope: node, capacity: 1 MiB}"});
  EXPECT_EQ(headlines_of(cached, "cache.hit_rate")[0].path(), "jobs.train.cache.hit_rate");
  EXPECT_FALSE(headlines_of(cached, "jobs.train.cache.hit_rate")[0].less_is_better);
  EXPECT_TRUE(headlines_of(cached, "jobs.train.seconds")[0].less_is_better);
  EXPECT_TRUE(headlines_of(cached, "cache.evictions")[0].less_is_better);
}

std::string refusal(const std::string& figure) {
  try {
    headlines_of(scenario_of(), figure);
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

}  // namespace
}  // namespace headrace
