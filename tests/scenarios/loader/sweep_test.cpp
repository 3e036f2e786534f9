#include "scenarios/loader/sweep.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

SweepRead read(const std::vector<std::string>& words, const std::string& more = {}) {
  return read_sweep(small_scenario() + more, "small.yaml", words);
}

std::string text_of(const SweepPoint& point) {
  std::string text = std::to_string(point.index) + ":";
  for (const SweepParameter& parameter : point.parameters)
    text += " " + parameter.path + "=" + parameter.value;
  return text;
}

TEST(Sweep, OfAxesOfTheCommandLineIsAGrid) {
  const SweepRead sweep = read(
      {"jobs.train.layout.stripe_count=1,2", "seed=7", "jobs.train.layout.stripe_size=1 MiB, 4 MiB,16 MiB"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 6);
  EXPECT_EQ(text_of(sweep.sweep->point(0)),
            "0: jobs.train.layout.stripe_count=1 jobs.train.layout.stripe_size=1 MiB");
  EXPECT_EQ(text_of(sweep.sweep->point(4)),
            "4: jobs.train.layout.stripe_count=2 jobs.train.layout.stripe_size=4 MiB");
  EXPECT_EQ(sweep.sweep->base().seed, 7);
}

// Each point is what a run with its parameters would be.
TEST(Sweep, PointsAreTheScenarioWithOverrides) {
  const SweepRead sweep =
      read({"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_size=1 MiB,4 MiB"});
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  for (std::int64_t i = 0; i < sweep.sweep->size(); ++i) {
    const SweepPoint point = sweep.sweep->point(i);
    std::vector<std::string> overrides;
    for (const SweepParameter& parameter : point.parameters)
      overrides.push_back(parameter.path + "=" + parameter.value);
    const ScenarioRead alone = read_scenario(small_scenario(), "small.yaml", overrides);
    const ScenarioRead at = sweep.sweep->scenario(point);
    ASSERT_TRUE(at.scenario) << at.problems.text();
    EXPECT_EQ(write_scenario(*at.scenario), write_scenario(*alone.scenario));
  }
}

TEST(Sweep, AxesOfTheCommandLineReplaceThoseOfTheText) {
  const SweepRead sweep = read({"jobs.train.layout.stripe_count=1,2"},
                               "sweep:\n  axes:\n    - jobs.train.layout.stripe_count=3\n"
                               "    - jobs.train.layout.stripe_size=1 MiB\n");
  ASSERT_TRUE(sweep.sweep) << sweep.problems.text();
  ASSERT_EQ(sweep.sweep->size(), 2);
  EXPECT_EQ(text_of(sweep.sweep->point(1)),
            "1: jobs.train.layout.stripe_count=2 jobs.train.layout.stripe_size=1 MiB");
}

TEST(Sweep, NeedsAnAxis) { EXPECT_EQ(codes_of(read({"seed=2"}).problems), "E0401"); }

}  // namespace
}  // namespace headrace
