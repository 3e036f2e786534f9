#include "analysis/cli/largest_counts_work.h"

#include <gtest/gtest.h>

#include <fstream>

#include "scenarios/loader/measured/row_scenario.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

constexpr const char* kNodes = R"(schema: headrace/1
name: a system
platform:
  nodes: {clients: {count: 2, accelerators: 2, cores: 12}}
  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}}
jobs:
  train:
    dlio: workloads/unet3d_h100.yaml
    dlio_version: v1.0
    overrides: [++workload.train.epochs=1]
    nodes: {group: clients, count: 1}
    accelerators_per_node: 1
    storage: scratch
)";

// A row of two nodes of two accelerators, and epochs of twelve steps.
class LargestCountsWork : public testing::Test {
 protected:
  LargestCountsWork() {
    std::ofstream(folder_ / "system.yaml") << kNodes;
    row_.role = RowRole::validation;
    row_.system = "A";
    row_.workload = "unet3d";
    row_.accelerator = "H100";
    row_.hosts = 2;
    row_.accelerators = 4;
    row_.cores_per_host = 12;
    row_.batch_size = 7;
    row_.computation_seconds = 0.323;
    row_.scenario = "system.yaml";
    row_.overrides = "++workload.dataset.num_files_train=336";
  }
  std::optional<CountRow> measured_at(std::optional<double> au_percent) {
    row_.au_percent = au_percent;
    const ScenarioRead read = scenario_of(row_, folder_ / "");
    EXPECT_TRUE(read.scenario) << read.problems.text();
    return read.scenario ? count_row_of(row_, folder_ / "", *read.scenario) : std::nullopt;
  }
  std::vector<LargestCount> find(const std::vector<CountRow>& rows) {
    Ranks ranks;
    WorkOptions work;
    work.threads = 1;
    work.progress = ProgressMode::off;
    return find_largest_counts(rows, ":memory:", work, ranks, {out_, err_}, code_);
  }

  const ScratchFolder folder_;
  MeasuredRow row_;
  StringSink out_, err_;
  ExitCode code_ = ExitCode::ok;
};

// UNet3D must reach 90 %.
TEST_F(LargestCountsWork, IsForRowsNearTheirThreshold) {
  EXPECT_FALSE(measured_at(std::nullopt));
  EXPECT_FALSE(measured_at(89));
  EXPECT_FALSE(measured_at(94));
  const std::optional<CountRow> near = measured_at(92);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->counts.own_count(), 2);
  EXPECT_EQ(near->counts.each(), 2);
  EXPECT_EQ(near->counts.scenario(1).scenario->jobs.front().second.workload()->dataset.files, 168);
}

// Two a node were submitted: the range ends at five, of ten accelerators.
TEST_F(LargestCountsWork, EndsAboveTwiceTheSubmittedNumber) {
  const std::vector<CountRow> rows = {measured_at(92).value()};
  const std::vector<LargestCount> found = find(rows);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(code_, ExitCode::ok) << err_.text();
  EXPECT_EQ(found[0].threshold_percent, 90);
  ASSERT_TRUE(found[0].largest);
  EXPECT_LE(found[0].searched.back().accelerators, 10);
  EXPECT_EQ(found[0].at_least, found[0].largest == 10);
  EXPECT_FALSE(found[0].limit.empty());
  EXPECT_EQ(found[0].runs, static_cast<std::int64_t>(found[0].searched.size()));
}

TEST_F(LargestCountsWork, LeavesOutWhatComesAfterAnInterrupt) {
  code_ = ExitCode::interrupted;
  const std::vector<CountRow> rows = {measured_at(92).value()};
  const std::vector<LargestCount> found = find(rows);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(found[0].largest);
  EXPECT_EQ(found[0].runs, 0);
}

}  // namespace
}  // namespace headrace
