#include "scenarios/loader/read/asserted_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/jobs/inference/inference_spec.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Makes jobs of each kind, which run beside each other.
Scenario scenario_of_kinds() {
  Scenario scenario;
  scenario.measure.alone = true;
  scenario.jobs.resize(4);
  scenario.jobs[0].first = "train";
  scenario.jobs[0].second.work.give(WorkloadSpec());
  scenario.jobs[1].first = "save";
  scenario.jobs[1].second.work.give(WorkloadSpec()).training.enabled = false;
  scenario.jobs[1].second.workload()->checkpoint.enabled = true;
  scenario.jobs[1].second.workload()->checkpoint.writes = 2;
  scenario.jobs[2].first = "serve";
  scenario.jobs[2].second.work.give(InferenceSpec());
  scenario.jobs[3].first = "sweep";
  scenario.jobs[3].second.work.give(InferenceSpec()).mode = InferenceMode::offline;
  return scenario;
}

bool has(const Scenario& scenario, std::size_t job, std::string_view path) {
  const auto paths = figures_of_spec(scenario, scenario.jobs[job].second);
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

TEST(AssertedFigures, AreThoseOfTheKind) {
  const Scenario scenario = scenario_of_kinds();
  struct Row {
    const char* path;
    std::vector<bool> there;  // Of train, save, serve, sweep.
  };
  const Row rows[] = {
      {"seconds", {true, true, true, true}},
      {"au_percent", {true, false, false, false}},
      {"samples_per_second", {true, false, true, true}},
      {"mib_per_second", {true, false, false, true}},
      {"checkpoint_all_seconds", {false, true, false, false}},
      {"checkpoint_seconds", {false, true, false, false}},
      {"checkpoint_write_seconds", {false, true, false, false}},
      {"checkpoint_read_seconds", {false, false, false, false}},
      {"inference.dropped", {false, false, true, true}},
      {"inference.latency_ms.p50", {false, false, true, false}},
      {"interference.time_ratio", {true, true, true, true}},
      {"interference.au_difference", {true, false, false, false}},
      {"interference.latency_p99_ratio", {false, false, true, false}},
  };
  for (const Row& row : rows)
    for (std::size_t job = 0; job < 4; ++job)
      EXPECT_EQ(has(scenario, job, row.path), row.there[job]) << row.path << " " << scenario.jobs[job].first;
}

TEST(AssertedFigures, AreThoseOfWhatTheJobHas) {
  Scenario scenario = scenario_of_kinds();
  JobSpec& train = scenario.jobs[0].second;
  EXPECT_FALSE(has(scenario, 0, "cache.hit_rate"));
  train.cache.emplace();
  scenario.jobs[1].second.cache.emplace();
  EXPECT_TRUE(has(scenario, 0, "cache.hit_rate"));
  EXPECT_FALSE(has(scenario, 1, "cache.hit_rate")) << "it reads no samples";
  EXPECT_FALSE(has(scenario, 0, "checkpoint_stall_percent"));
  train.workload()->checkpoint.enabled = true;
  EXPECT_TRUE(has(scenario, 0, "checkpoint_stall_percent"));
  EXPECT_FALSE(has(scenario, 0, "checkpoint_seconds"));
  train.workload()->checkpoint.restore = true;
  EXPECT_TRUE(has(scenario, 0, "checkpoint_seconds"));
  EXPECT_TRUE(has(scenario, 0, "checkpoint_read_seconds"));
  EXPECT_FALSE(has(scenario, 0, "checkpoint_write_seconds"));
  train.workload()->checkpoint.restore = false;
  EXPECT_FALSE(has(scenario, 0, "restarts.count"));
  train.restart.emplace();
  EXPECT_TRUE(has(scenario, 0, "restarts.count"));
  EXPECT_TRUE(has(scenario, 0, "checkpoint_read_seconds"));
  EXPECT_TRUE(has(scenario, 0, "goodput_percent"));
  EXPECT_FALSE(has(scenario, 1, "goodput_percent"));
}

TEST(AssertedFigures, OfInterferenceNeedJobsAndTheirRunsAlone) {
  Scenario scenario = scenario_of_kinds();
  scenario.measure.alone = false;
  EXPECT_EQ(reason_without(*find_figure_row("interference.time_ratio"), scenario, scenario.jobs[0].second),
            "'measure.alone' is not asked for");
  EXPECT_EQ(reason_without(*find_figure_row("interference.au_difference"), scenario, scenario.jobs[2].second),
            "it answers requests");
  scenario.measure.alone = true;
  scenario.jobs.resize(1);
  EXPECT_EQ(reason_without(*find_figure_row("interference.time_ratio"), scenario, scenario.jobs[0].second),
            "no other job runs beside it");
}

// Each is one name, and what stands in its place is a figure again.
TEST(AssertedFigures, HaveKinAmongThemselves) {
  std::set<std::string_view> paths;
  for (const FigureRow& figure : figure_rows()) EXPECT_TRUE(paths.insert(figure.path).second);
  for (const FigureRow& figure : figure_rows())
    for (const std::string_view kin : figure.kin) EXPECT_TRUE(kin.empty() || paths.contains(kin)) << kin;
}

// Every figure of another kind has something in its place, unless the job could have it.
TEST(AssertedFigures, HaveSomethingInTheirPlace) {
  const Scenario scenario = scenario_of_kinds();
  for (const auto& [name, job] : scenario.jobs) {
    for (const FigureRow& figure : figure_rows()) {
      if (figure.kin[0].empty()) continue;
      const std::string found = figure_in_place_of(figure, scenario, job);
      EXPECT_FALSE(found.empty()) << name << " " << figure.path;
    }
  }
}

}  // namespace
}  // namespace headrace
