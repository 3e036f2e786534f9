#include "analysis/cli/largest_counts_work.h"

#include <gtest/gtest.h>

#include <fstream>

#include "scenarios/loader/measured/row_scenario.h"
#include "tests/analysis/scratch_folder.h"
#include "tests/analysis/small_system.h"

namespace headrace {
namespace {

// A row of two nodes of two accelerators, and epochs of twelve steps.
class LargestCountsWork : public testing::Test {
 protected:
  LargestCountsWork() {
    std::ofstream(folder_ / "system.yaml") << small_system(2, 12);
    row_.role = RowRole::validation;
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
  MeasuredRow row_ = small_row(4, 12);
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
