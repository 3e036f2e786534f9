#include "scenarios/loader/read/asserted_figures.h"

#include <gtest/gtest.h>

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
