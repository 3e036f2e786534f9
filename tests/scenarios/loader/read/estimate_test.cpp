#include "scenarios/loader/read/estimate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "scenarios/loader/measured/measured_rows.h"
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

// In the second epoch a node has half of what it reads in memory.
TEST(Estimate, GrowsWithWhatIsRead) {
  const double once = estimate_of(read(small_scenario())).events;
  const std::string twice =
      changed(small_scenario(), "      checkpoint:", "      training: {epochs: 2}\n      checkpoint:");
  EXPECT_NEAR(estimate_of(read(twice)).events, 1.5 * once, 0.1 * once);
}

// Returns the events of each run of a shipped scenario, by arm, as its golden file has them.
std::map<std::string, double> events_of_runs(const std::string& stem) {
  std::ifstream golden(HEADRACE_SOURCE_DIR "/tests/scenarios/golden/" + stem + ".csv");
  std::map<std::string, double> events;
  std::string line, arm;
  while (std::getline(golden, line)) {
    if (line.starts_with("arm,")) arm = line.substr(4);
    if (line.starts_with("run,events,")) events[arm] = std::stod(line.substr(11));
  }
  return events;
}

// Where the rest of epochs is left out, or the run ends by a time, nothing says how much is run.
TEST(Estimate, OfEventsOfShippedScenariosIsRightWithinAFactorOfTwo) {
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    const ScenarioRead found = read_scenario_file(entry.path().string());
    ASSERT_TRUE(found.scenario) << entry.path();
    if (found.scenario->measure.until) continue;
    const auto events = events_of_runs(entry.path().stem().string());
    std::vector<Scenario> runs = found.scenario->arms;
    if (runs.empty()) runs.push_back(*found.scenario);
    for (const Scenario& run : runs) {
      ASSERT_TRUE(events.contains(run.arm)) << entry.path() << " " << run.arm;
      const double ratio = estimate_of(run).events / events.at(run.arm);
      EXPECT_GT(ratio, 0.5) << entry.path().stem() << " " << run.arm;
      EXPECT_LT(ratio, 2) << entry.path().stem() << " " << run.arm;
      ++checked;
    }
  }
  EXPECT_GT(checked, 40U);
}

// Imports of each rank count, too: 100 files of four ranks beside what is read.
TEST(Estimate, OfEventsHasTheStart) {
  const auto events = [](const std::string& startup) {
    return estimate_of(
               read(changed(small_scenario(), "    storage: scratch\n", "    storage: scratch\n" + startup)))
        .events;
  };
  const double without = events("");
  const double start = events("    startup: {files: 100}\n") - without;
  EXPECT_GT(start, 0);
  EXPECT_DOUBLE_EQ(events("    startup: {files: 200}\n") - without, 2 * start);
}

// Measured peaks of resident memory on Azure's 160 GB/s, 16 nodes: 77 MiB of one 70B checkpoint that is
// written, 120 of three, 45 of one that is read. Estimates are within a factor of two.
TEST(Estimate, OfMemoryHasWhatCheckpointsLeaveInPageCaches) {
  const auto memory = [](const std::string& writes, const std::string& reads) {
    const std::string path = "jobs.checkpoints.overrides+=++workload.checkpoint.num_checkpoints_";
    const ScenarioRead read = read_scenario_file(
        read_measured_set("mlperf_storage_v3.0_checkpoints").folder + "/checkpoints_amlfs_160.yaml",
        {path + "write=" + writes, path + "read=" + reads});
    EXPECT_TRUE(read.scenario) << read.problems.text();
    return read.scenario ? estimate_of(*read.scenario).memory / (1 << 20) : 0;
  };
  EXPECT_GT(memory("1", "0"), 77 / 2.0);
  EXPECT_LT(memory("1", "0"), 77 * 2.0);
  EXPECT_GT(memory("3", "0"), 120 / 1.5);
  EXPECT_LT(memory("3", "0"), 120 * 1.5);
  EXPECT_GT(memory("0", "1"), 45 / 2.0);
  EXPECT_LT(memory("0", "1"), 45 * 2.0);
}

// Samples of 100 MiB are 25 requests each, and one range; of 1 MiB, one request. A scheduler leaves all of
// them requests. Large files of checkpoints are written in rows, small ones by requests.
TEST(Fidelity, OfARunIsTheCheaperOne) {
  const auto flows = [](const std::string& text) { return fidelity_of(read(text)).flows(); };
  const std::string large = changed(small_scenario(), "fidelity: request", "fidelity: auto");
  EXPECT_TRUE(flows(large));
  const std::string small = changed(large, "record_length: 100 MiB", "record_length: 1 MiB");
  EXPECT_FALSE(flows(small));
  EXPECT_TRUE(flows(changed(small, "fidelity: auto", "fidelity: flow")));
  EXPECT_FALSE(flows(changed(large, "fidelity: auto", "fidelity: request")));
  EXPECT_FALSE(flows(changed(large, "oss: {count: 1}", "oss: {count: 1, scheduler: {policy: crr}}")));
  const auto saves = [&](const std::string& size) {
    return changed(
        large, "checkpoint: {enabled: false}",
        "training: {enabled: false}\n      checkpoint: {enabled: true, ranks: all_ranks, writes: 2, "
        "model_size: " +
            size + "}");
  };
  EXPECT_TRUE(flows(saves("10 GB")));
  EXPECT_FALSE(flows(saves("100 MB")));
}

// Arms have one fidelity: that of requests where one of them is cheaper so; and so have jobs alone.
TEST(Fidelity, IsSharedByArms) {
  const std::string arms =
      "compare:\n  large: {overrides: []}\n  small: {overrides: "
      "[jobs.train.workload.dataset.record_length=RECORD]}\n";
  const std::string text = changed(small_scenario(), "fidelity: request", "fidelity: auto") + arms;
  const Scenario mixed = read(changed(text, "RECORD", "1 MiB"));
  EXPECT_FALSE(fidelity_of(mixed).flows());
  EXPECT_EQ(mixed.arms[0].measure.fidelity, Fidelity::request);
  const Scenario both = read(changed(text, "RECORD", "200 MiB"));
  EXPECT_TRUE(fidelity_of(both).flows());
  EXPECT_EQ(both.arms[1].measure.fidelity, Fidelity::flow);
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
