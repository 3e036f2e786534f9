#include "analysis/run/accelerator_counts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/errors.h"
#include "analysis/run/plan_evaluator.h"
#include "scenarios/loader/read/read_scenario.h"
#include "sim/random.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class AcceleratorCountsTest : public CliTest {
 protected:
  AcceleratorCounts counts(const std::vector<std::string>& words = {}, Raised raised = Raised::nodes) {
    const ScenarioRead read = read_scenario_file(scenario_, words);
    EXPECT_TRUE(read.scenario) << read.problems.text();
    return {*read.scenario, scenario_, words, raised};
  }
};

TEST_F(AcceleratorCountsTest, TheGroupGrowsWhereItIsTooSmall) {
  const AcceleratorCounts own = counts();
  EXPECT_EQ(own.job(), "train");
  EXPECT_EQ(own.each(), 2);
  const SweepPoint one = own.point(1), five = own.point(5);
  EXPECT_EQ(one.index, 0);
  EXPECT_EQ(one.parameters[0].path, "platform.nodes.clients.count");
  EXPECT_EQ(one.parameters[0].value, "2");
  EXPECT_EQ(one.parameters[1].path, "jobs.train.nodes.count");
  EXPECT_EQ(one.parameters[1].value, "1");
  EXPECT_EQ(five.parameters[0].value, "5");
  const ScenarioRead read = own.scenario(5);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->jobs.front().second.nodes.count, 5);
  EXPECT_EQ(read.scenario->platform.nodes.front().second.count, 5);
}

TEST_F(AcceleratorCountsTest, NodesMayStay) {
  const AcceleratorCounts own = counts({}, Raised::accelerators_per_node);
  EXPECT_EQ(own.each(), 2);
  EXPECT_EQ(own.problem(33).high, 16);
  const ScenarioRead read = own.scenario(5);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->jobs.front().second.accelerators_per_node, 5);
  EXPECT_EQ(read.scenario->platform.nodes.front().second.accelerators, 5);
  EXPECT_EQ(read.scenario->platform.nodes.front().second.count, 2);
  EXPECT_EQ(own.scenario(1).scenario->platform.nodes.front().second.accelerators, 2);
  // Both are kept in one database, and neither is taken for the other.
  EXPECT_NE(own.ledger_sweep().hash, counts().ledger_sweep().hash);
}

// Two nodes of three accelerators with 600 files: an accelerator has 100 of them up to three a node. Batches
// of two: 20 steps of 12 accelerators take 480 files, which there are; of 18 accelerators 720. An epoch of 60
// steps would be longer than the scenario's 50: of 12 accelerators 1,200 files have as many.
TEST_F(AcceleratorCountsTest, EpochsMayBeKept) {
  std::string text = kTinyScenario;
  text.erase(text.find("    workload:"), text.find("    nodes: {group") - text.find("    workload:"));
  text.insert(text.find("    nodes: {group"),
              "    dlio: workloads/unet3d_h100.yaml\n    dlio_version: v1.0\n    accelerators_per_node: 3\n"
              "    overrides: [++workload.reader.batch_size=2, ++workload.dataset.num_files_train=600]\n");
  text.replace(text.find("accelerators: 2"), 15, "accelerators: 3");
  std::ofstream(scenario_) << text;
  const std::vector<std::string> memory = {"platform.nodes.clients.memory=1 TiB"};
  const auto files_of = [](const AcceleratorCounts& own, std::int64_t count) {
    const ScenarioRead read = own.scenario(count);
    EXPECT_TRUE(read.scenario) << read.problems.text();
    return read.scenario ? read.scenario->jobs.front().second.workload()->dataset.files : 0;
  };
  AcceleratorCounts own = counts(memory, Raised::accelerators_per_node);
  EXPECT_EQ(own.own_count(), 3);
  EXPECT_EQ(files_of(own, 1), 600) << "without a call the data set stays";
  const std::string hash = own.ledger_sweep().hash;
  own.keep_epochs(20);
  EXPECT_NE(own.ledger_sweep().hash, hash);
  EXPECT_EQ(own.ledger_sweep().axes.size(), own.point(2).parameters.size());
  EXPECT_EQ(files_of(own, 1), 200);
  EXPECT_EQ(files_of(own, 3), 600);
  EXPECT_EQ(files_of(own, 6), 600);
  EXPECT_EQ(files_of(own, 9), 720);
  own.keep_epochs(60);
  EXPECT_EQ(files_of(own, 6), 1200);
}

// A rank's two workers prepare two batches of 2 x 16 MiB each: 128 MiB and more. A GiB holds that once, and
// not sixteen times.
TEST_F(AcceleratorCountsTest, NoNodeHoldsMoreThanItsMemory) {
  const AcceleratorCounts own = counts({}, Raised::accelerators_per_node);
  EXPECT_TRUE(own.scenario(1).scenario);
  const ScenarioRead read = own.scenario(16);
  EXPECT_FALSE(read.scenario);
  EXPECT_NE(read.problems.text().find("the loaders of a node hold up to"), std::string::npos)
      << read.problems.text();
  EXPECT_TRUE(
      counts({"platform.nodes.clients.memory=1 TiB"}, Raised::accelerators_per_node).scenario(16).scenario);
}

TEST_F(AcceleratorCountsTest, TheTargetIsThatOfTheBenchmark) {
  EXPECT_EQ(counts({"jobs.train.workload.metric.au_threshold=0.7"}).target(0).text,
            "jobs.train.au_percent >= 70");
  EXPECT_EQ(counts().target(55.5).bound, 55.5);
  EXPECT_EQ(counts().problem(33).high, 16);
  EXPECT_EQ(counts().problem(1).high, 1);
}

// Neither the range nor the target is a part of it, and what else the file asks is none.
TEST_F(AcceleratorCountsTest, RunsBelongToTheScenario) {
  const LedgerSweep plain = counts().ledger_sweep();
  EXPECT_EQ(plain.points, AcceleratorCounts::kMost);
  std::ofstream(scenario_, std::ios::app)
      << "plan: {axes: ['platform.file_systems.scratch.lustre.ost.count=1,2'], targets: [jobs.train.seconds "
         "<= 9]}\n";
  EXPECT_EQ(counts().ledger_sweep().hash, plain.hash);
  EXPECT_NE(counts({"seed=2"}).ledger_sweep().hash, plain.hash);
}

TEST_F(AcceleratorCountsTest, JustOneJobTrains) {
  std::string text = kTinyScenario;
  text.replace(text.find("{group: clients}"), 16, "{group: clients, count: 1}");
  const std::size_t job = text.find("  train:"), end = text.find("measure:");
  const ScenarioRead two =
      read_scenario(text.substr(0, end) + "  other:" + text.substr(job + 8, end - job - 8) + text.substr(end),
                    "two.yaml", {"jobs.other.nodes.first=1"});
  ASSERT_TRUE(two.scenario) << two.problems.text();
  EXPECT_THROW(AcceleratorCounts(*two.scenario, "two.yaml", {}, Raised::nodes), UsageError);
  const ScenarioRead none = read_scenario(
      text, "none.yaml",
      {"jobs.train.workload.training.enabled=false", "jobs.train.workload.checkpoint.enabled=true",
       "jobs.train.workload.checkpoint.model_size=1 GiB"});
  ASSERT_TRUE(none.scenario) << none.problems.text();
  EXPECT_THROW(AcceleratorCounts(*none.scenario, "none.yaml", {}, Raised::nodes), UsageError);
}

// Runs of the simulator: one accelerator a node, each of which asks for 64 MiB a second of one OST to four.
// Counts that do not divide the samples stall, and those that share a factor with the OSTs meet at one of
// them.
TEST_F(AcceleratorCountsTest, TheLargestIsThatOfExhaustiveSearch) {
  RandomStream random(4, "test/machines");
  constexpr std::int64_t kCounts = 24;
  int hits = 0;
  for (int machine = 0; machine < 10; ++machine) {
    const AcceleratorCounts own =
        counts({"platform.nodes.clients.accelerators=1", "measure.fidelity=flow",
                "jobs.train.workload.dataset.files=480",
                fmt::format("platform.file_systems.scratch.lustre.ost.count={}", 1 + random.below(4)),
                fmt::format("platform.file_systems.scratch.lustre.ost.device.read_bandwidth={:.0f} MB/s",
                            100 + 500 * random.uniform())});
    const auto scenario_of = [&](std::size_t nodes) {
      return own.scenario(static_cast<std::int64_t>(nodes));
    };
    PlanEvaluator all({{own.target(0)}}, 1, scenario_of, {});
    std::int64_t largest = 0;
    for (std::int64_t nodes = 1; nodes <= kCounts; ++nodes) {
      const RunRequest request{static_cast<std::size_t>(nodes), 1, 1};
      if (all.evaluate({&request, 1}).front().front().front() >= 0) largest = nodes;
    }
    PlanEvaluator few({{own.target(0)}}, 1, scenario_of, {});
    const LargestResult found = find_largest(own.problem(kCounts), few);
    EXPECT_NEAR(static_cast<double>(found.largest.value_or(0)), static_cast<double>(largest), 1) << machine;
    hits += found.largest.value_or(0) == largest ? 1 : 0;
    RecordProperty(fmt::format("machine_{}", machine),
                   fmt::format("{} of {} in {} runs", found.largest.value_or(0), largest, found.runs));
  }
  EXPECT_GE(hits, 9);
}

}  // namespace
}  // namespace headrace
