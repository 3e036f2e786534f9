#include "scenarios/loader/read/estimate.h"

#include <gtest/gtest.h>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

Scenario read(const std::string& text) {
  ScenarioRead read = read_scenario(text, "small.yaml");
  EXPECT_TRUE(read.scenario) << read.problems.text();
  return *read.scenario;
}

TEST(Estimate, CountsNodesAndRanks) {
  const RunEstimate estimate = estimate_of(read(small_scenario()));
  EXPECT_EQ(estimate.nodes, 2);
  EXPECT_EQ(estimate.ranks, 4);
}

TEST(Estimate, GrowsWithWhatIsRead) {
  const double once = estimate_of(read(small_scenario())).events;
  const std::string twice =
      changed(small_scenario(), "      checkpoint:", "      training: {epochs: 2}\n      checkpoint:");
  EXPECT_DOUBLE_EQ(estimate_of(read(twice)).events, 2 * once);
}

// 992 samples of 100 MiB are 25 requests each.
TEST(Estimate, OfEventsIsRightWithinAFactorOfThree) {
  const Scenario scenario = read(small_scenario());
  const auto events = static_cast<double>(Experiment(scenario).run().outcome.events);
  EXPECT_GT(estimate_of(scenario).events, events / 3);
  EXPECT_LT(estimate_of(scenario).events, events * 3);
}

TEST(Estimate, OfArmsIsThatOfTheLargest) {
  const std::string arms =
      small_scenario() +
      "compare:\n  a: {overrides: []}\n  b: {overrides: [platform.nodes.clients.count=7]}\n";
  const RunEstimate estimate = estimate_of(read(arms));
  EXPECT_EQ(estimate.nodes, 7);
  EXPECT_EQ(estimate.ranks, 14);
}

TEST(Estimate, RefusesWhatNoComputerHolds) {
  std::string text =
      changed(small_scenario(), "count: 2, memory: 128 GiB", "count: 1000000, accelerators: 1000");
  text = changed(text, "accelerators_per_node: 2", "accelerators_per_node: 1000");
  text = changed(text, "files: 1000, record_length: 100 MiB", "files: 10000000000, record_length: 1 MiB");
  EXPECT_EQ(read_scenario(text, "small.yaml").problems.text(),
            "small.yaml:17:1: error[E0503]: the jobs have 1000000000 ranks on 1000000 nodes, which need "
            "about 23 TB "
            "of memory: no computer simulates them\n"
            "   17 | jobs:\n"
            "      | ^^^^\n"
            "   help: a model of fewer nodes and as much less storage often answers the question\n");
}

}  // namespace
}  // namespace headrace
