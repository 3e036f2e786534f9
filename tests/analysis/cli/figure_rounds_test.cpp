#include "analysis/cli/figure_rounds.h"

#include <cmath>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class FigureRoundsTest : public CliTest {
 protected:
  Scenario scenario_of(const std::string& name, const std::vector<std::string>& overrides) const {
    Scenario scenario = read_scenario_file(scenario_, overrides).scenario.value();
    scenario.name = name;
    return scenario;
  }
  FigureRounds rounds(bool (*go_on)(void*, const WorkState&)) {
    return FigureRounds({"doubt", "tiny", "its text", "", 2, {go_on, nullptr}, ranks_});
  }
  static bool always(void*, const WorkState&) { return true; }
  static bool never(void*, const WorkState&) { return false; }

  Ranks ranks_;
};

// An epoch of one step has no AU by DLIO's rule.
TEST_F(FigureRoundsTest, GiveEachFigureOfEachScenario) {
  const auto found = rounds(always).run(
      {scenario_of("as it is", {}), scenario_of("short", {"jobs.train.workload.dataset.files=8"})},
      {"jobs.train.au_percent", "jobs.train.epochs"});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2u);
  EXPECT_GT((*found)[0][0], 50);
  EXPECT_TRUE(std::isnan((*found)[1][0]));
  EXPECT_EQ((*found)[0].size(), 2u);
}

TEST_F(FigureRoundsTest, DoWithoutScenariosOrFigures) {
  EXPECT_TRUE(rounds(never).run({}, {"jobs.train.au_percent"}).value().empty());
  EXPECT_EQ(rounds(never).run({scenario_of("as it is", {})}, {}).value().size(), 1u);
}

TEST_F(FigureRoundsTest, SayThatTheyWereStopped) {
  EXPECT_FALSE(rounds(never).run({scenario_of("as it is", {})}, {"jobs.train.au_percent"}));
}

}  // namespace
}  // namespace headrace
