#include "analysis/run/points.h"

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/run/sweep_fixture.h"

namespace headrace {
namespace {

using PointsTest = SweepTest;

TEST_F(PointsTest, AreTheScenariosOfASweep) {
  const SweepRead read = read_sweep_file(scenario_, {kAxis, "measure.replications=3"});
  ASSERT_TRUE(read.sweep);
  const SweepPoints points(*read.sweep);
  EXPECT_EQ(points.replications(), 3);
  EXPECT_EQ(points.precision(), nullptr);
  const PreparedPoint third = points.prepare(2);
  EXPECT_EQ(third.values, std::vector<std::string>{"3"});
  ASSERT_NE(third.scenario, nullptr);
  EXPECT_EQ(third.scenario->jobs.front().second.workload()->loader.read_threads, 3);
  EXPECT_TRUE(points.before(2).empty());
}

TEST(Prepared, SaysWhyThereIsNoScenario) {
  const PreparedPoint point = prepared(read_scenario(kTinyScenario, "tiny.yaml", {"seed=x"}), {"x"});
  EXPECT_EQ(point.scenario, nullptr);
  EXPECT_TRUE(point.refusal.starts_with("seed: ")) << point.refusal;
  EXPECT_EQ(point.values, std::vector<std::string>{"x"});
}

}  // namespace
}  // namespace headrace
