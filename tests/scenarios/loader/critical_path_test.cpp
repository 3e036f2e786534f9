#include "scenarios/loader/critical_path.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/loader/read/read_scenario.h"
#include "sim/task_group.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

Duration sum_of(const CriticalPath& path) {
  Duration sum;
  for (const CriticalPath::Row& row : path.rows) {
    Duration of_windows;
    for (const Duration window : row.by_window) of_windows += window;
    EXPECT_EQ(of_windows, row.time) << row.place << " " << row.what;
    sum += row.time;
  }
  return sum;
}

// sum of times == length of the run, to the nanosecond, in every window and together.
TEST(CriticalPath, AddsUpToTheRun) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const RunResult run = Experiment(*read.scenario).run();
  const std::optional<CriticalPath> path = critical_path_of(*read.scenario, run.jobs.front().name);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->length, run.jobs.front().end.since_start());
  EXPECT_EQ(sum_of(*path), path->length);
  EXPECT_LE(path->instants, 3 * run.outcome.events);
}

// A record of causes only listens: the run is the same.
TEST(CriticalPath, ChangesNoRun) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml");
  ASSERT_TRUE(read.scenario);
  Causes causes;
  const RunResult with = Experiment(*read.scenario, 1, nullptr, {}, SeriesChoice::resources, &causes).run();
  EXPECT_EQ(with.outcome.fingerprint, Experiment(*read.scenario).run().outcome.fingerprint);
}

TEST(CriticalPath, IsOnlyOfARunThatCameToItsEnd) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml", {"measure.event_limit=100"});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_FALSE(critical_path_of(*read.scenario, "train"));
}

// A rest that is not simulated, of 30 ms behind steps of 3 ms compute and 1 ms drives, has their shares; what
// rounding leaves is the last one's.
TEST(CriticalPath, DividesARestLikeTheStepsBeforeIt) {
  using namespace headrace::literals;
  Causes causes;
  Simulation sim;
  sim.note_causes(causes);
  TaskGroup group(sim);
  const auto steps = [](Simulation& on, PartId compute, PartId drives, PartId rest) -> Task<> {
    for (int i = 0; i < 12; ++i) {
      co_await on.delay(3_ms, compute);
      co_await on.delay(1_ms, drives);
    }
    co_await on.delay(40_ms, rest);
  };
  group.spawn("steps", steps(sim, causes.part("jobs/train", "compute"), causes.part("x", "drives"),
                             causes.part("jobs/train", kRestOfEpoch)));
  sim.run();
  const CriticalPath path = critical_path(causes, causes.present());
  EXPECT_EQ(path.length, 88_ms);
  EXPECT_EQ(sum_of(path), 88_ms);
  ASSERT_EQ(path.rows.size(), 2u);
  EXPECT_EQ(path.rows[0].what, "compute");
  EXPECT_EQ(path.rows[0].time, 66_ms);
}

// The law of the account, for every shipped scenario that is short enough: the first arm of each.
TEST(CriticalPathLong, AddsUpInEveryShippedScenario) {
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    const ScenarioRead read = read_scenario_file(entry.path().string());
    ASSERT_TRUE(read.scenario) << entry.path() << read.problems.text();
    const Scenario first = read.scenario->arms.empty() ? *read.scenario : read.scenario->arms.front();
    const std::optional<CriticalPath> path = critical_path_of(first, first.jobs.front().first);
    if (!path) continue;
    EXPECT_EQ(sum_of(*path), path->length) << entry.path();
  }
}

}  // namespace
}  // namespace headrace
