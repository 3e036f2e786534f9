#include "scenarios/loader/measured/row_scenario.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/analysis/scratch_folder.h"
#include "tests/analysis/small_system.h"

namespace headrace {
namespace {

const std::string kSystem = small_system(8, 16, "unet3d_a100");

class RowScenarioTest : public testing::Test {
 protected:
  RowScenarioTest() {
    write(kSystem);
    row_.overrides = "++workload.dataset.num_files_train=420 ++workload.reader.read_threads=8";
  }
  void write(const std::string& text) { std::ofstream(folder_ / "system.yaml") << text; }
  // "CODE sentence" of each problem.
  std::string said() const {
    std::string out;
    const ScenarioRead read = scenario_of(row_, folder_ / "");
    for (const Problem& problem : read.problems.all()) out += problem.code + " " + problem.sentence + "\n";
    return out;
  }

  const ScratchFolder folder_;
  MeasuredRow row_ = small_row(6, 16);
};

TEST_F(RowScenarioTest, IsTheSystemWithTheRun) {
  const ScenarioRead read = scenario_of(row_, folder_ / "");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->name, "A unet3d H100 x 6 on 2 hosts");
  const JobSpec& job = read.scenario->jobs.front().second;
  EXPECT_EQ(job.nodes.count, 2);
  EXPECT_EQ(job.accelerators_per_node, 3);
  EXPECT_EQ(job.accelerator, "H100");
  EXPECT_EQ(job.workload()->dataset.files, 420);
  EXPECT_EQ(job.workload()->loader.read_threads, 8);
  EXPECT_EQ(job.workload()->training.epochs, 1);
}

TEST_F(RowScenarioTest, IsReadAgainFromItsFile) {
  const ScenarioRead read = scenario_of(row_, folder_ / "");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  ScenarioFile file = file_of(row_, folder_ / "", *read.scenario);
  ScenarioRead again = read_scenario_file(file.path, file.overrides);
  ASSERT_TRUE(again.scenario) << again.problems.text();
  again.scenario->name = read.scenario->name;
  EXPECT_EQ(write_scenario(*again.scenario), write_scenario(*read.scenario));
  file.overrides.emplace_back("jobs.train.overrides+=++workload.dataset.num_files_train=840");
  const ScenarioRead larger = read_scenario_file(file.path, file.overrides);
  ASSERT_TRUE(larger.scenario) << larger.problems.text();
  EXPECT_EQ(larger.scenario->jobs.front().second.workload()->dataset.files, 840) << "the last override holds";
}

// A measured figure beside the prediction of another run would prove nothing.
TEST_F(RowScenarioTest, SaysWhereRowAndScenarioDiffer) {
  row_.batch_size = 4;
  row_.computation_seconds = 0.636;
  row_.cores_per_host = 32;
  EXPECT_EQ(said(),
            "E0609 the row says batch_size 4, and its scenario 7\n"
            "E0609 the row says computation_time_s 0.636, and its scenario 0.323\n"
            "E0609 the row says cores_per_host 32, and its scenario 16\n");
}

TEST_F(RowScenarioTest, TellsWhatIsWrongWithTheScenario) {
  row_.overrides = "++workload.dataset.num_file_train=420";
  EXPECT_NE(said().find("num_file_train"), std::string::npos) << said();
  row_.overrides.clear();
  row_.scenario = "sytem.yaml";
  EXPECT_NE(said().find("E0001 there is no file"), std::string::npos) << said();
}

TEST_F(RowScenarioTest, HasOneJobThatTrains) {
  std::string two = kSystem;
  two += R"(  probe:
    probe: {operation: stat}
    nodes: {group: clients, first: 1, count: 1}
    storage: scratch
)";
  write(two);
  EXPECT_EQ(said(), "E0609 the scenario of the row has not one job that trains, or has arms\n");
}

// A run writes or reads: what it reads, another one wrote.
TEST_F(RowScenarioTest, IsOfOneOperationOfCheckpoints) {
  std::string system = small_system(8, 16, "llama3_8b");
  system.erase(system.find("    overrides:"),
               system.find("    nodes: {group") - system.find("    overrides:"));
  write(system);
  CheckpointRow row;
  row.system = "A";
  row.workload = "llama3_8b";
  row.operation = CheckpointOperation::read;
  row.hosts = 2;
  row.ranks = 8;
  row.checkpoint_gib = 104.705;
  row.scenario = "system.yaml";
  const ScenarioRead read = scenario_of(row, folder_ / "");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->name, "A llama3_8b read x 8 on 2 hosts");
  const JobSpec& job = read.scenario->jobs.front().second;
  EXPECT_EQ(job.accelerators_per_node, 4);
  EXPECT_EQ(job.workload()->checkpoint.writes, 0);
  EXPECT_EQ(job.workload()->checkpoint.reads, 10);
  row.checkpoint_gib = 104.8;
  const ScenarioRead other = scenario_of(row, folder_ / "");
  EXPECT_NE(other.problems.text().find("the row says checkpoint_gib 104.8"), std::string::npos)
      << other.problems.text();
  write(kSystem);
  row.workload = "unet3d_h100";
  const ScenarioRead trains = scenario_of(row, folder_ / "");
  EXPECT_NE(trains.problems.text().find("has not one job of checkpoints alone"), std::string::npos)
      << trains.problems.text();
}

// Each shipped row that has a scenario can be predicted, and the facts of both agree.
TEST(ShippedRows, HaveScenariosThatFitThem) {
  std::size_t with_scenario = 0;
  const auto expect_scenario = [&](const auto& row, const std::string& folder) {
    if (row.scenario.empty()) return;
    ++with_scenario;
    const ScenarioRead read = scenario_of(row, folder);
    EXPECT_TRUE(read.scenario) << read.problems.text();
  };
  for (const char* name : {"mlperf_storage_v0.5", "mlperf_storage_v1.0", "mlperf_storage_v3.0_checkpoints",
                           "gh200_dlio", "liu2021_thetagpu"}) {
    const MeasuredRows set = read_measured_set(name);
    ASSERT_TRUE(set.rows || set.checkpoints) << set.problems.text();
    if (set.checkpoints)
      for (const CheckpointRow& row : *set.checkpoints) expect_scenario(row, set.folder);
    else
      for (const MeasuredRow& row : *set.rows) expect_scenario(row, set.folder);
  }
  EXPECT_EQ(with_scenario, 13u + 62u + 14u + 16u + 7u);
}

}  // namespace
}  // namespace headrace
