#include "scenarios/loader/sweep/sweep_spec.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(SweepSpec, IsWrittenAndReadAgain) {
  const std::string block =
      "sweep:\n  design: sobol\n  points: 8\n  axes: ['jobs.train.layout.stripe_count=1..2']\n"
      "  constraints: [stripe_count < 3]\n  precision: {figure: jobs.train.au_percent, half_width: 0.5}\n";
  const ScenarioRead first = read_scenario(small_scenario() + block, "small.yaml");
  ASSERT_TRUE(first.scenario) << first.problems.text();
  const std::string text = write_scenario(*first.scenario);
  const ScenarioRead again = read_scenario(text, "again.yaml");
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(write_scenario(*again.scenario), text);
  ASSERT_TRUE(again.scenario->sweep);
  EXPECT_EQ(again.scenario->sweep->precision->at_most, 64);
  EXPECT_EQ(again.scenario->sweep->points, 8);
}

TEST(SweepSpec, IsLeftOutOfAScenarioWithout) {
  EXPECT_EQ(write_scenario(*read_scenario(small_scenario(), "small.yaml").scenario).find("sweep"),
            std::string::npos);
}

}  // namespace
}  // namespace headrace
