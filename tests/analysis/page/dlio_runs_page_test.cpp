#include "analysis/page/dlio_runs_page.h"

#include <nlohmann/json.hpp>

#include "scenarios/loader/benchmarks/dlio_rows.h"
#include "tests/scenarios/loader/benchmarks/dlio_run_support.h"

namespace headrace {
namespace {

const MeasurementsSource kDlioSource = {"dlio", "train", {"results"}, "0.1.0", "abc"};

DlioRunsFound found_of(const SyntheticDlioRun& run) {
  DlioRunsFound found{run.read(), {}};
  found.rows = dlio_rows(found.read.runs, kDlioSource.job);
  return found;
}

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

TEST(DlioRunsPage, TellsEpochsAndWhatIsToBeKnown) {
  const std::string report = dlio_runs_report(kDlioSource, found_of({}), Style(false));
  EXPECT_TRUE(has(report, "dlio: 1 run in 1 place\n2 rows: 2 may be fitted, 0 held against the fit\n"))
      << report;
  EXPECT_TRUE(has(report, "weir      2      8   4000      7        4       5  91.2       98.0    980\n"))
      << report;
  EXPECT_TRUE(has(report, "To know before it is fitted:\n  weir: its first epoch took 10 % longer"))
      << report;
  EXPECT_FALSE(has(report, "Waits of ranks")) << report;
  EXPECT_FALSE(has(report, "Dropped")) << report;
}

// The text tells the eight of twelve ranks whose waits are longest, the tree all of them.
TEST(DlioRunsPage, TellsTheRanksThatWaitedLongest) {
  DlioRunsFound found = found_of({});
  for (int rank = 0; rank < 12; ++rank)
    found.read.runs[0].ranks.push_back({rank, {{1.0}, {0.001 * rank, 0.001 * rank}}});
  const std::string report = dlio_runs_report(kDlioSource, found, Style(false));
  EXPECT_TRUE(has(report, "Waits of ranks for their batches")) << report;
  EXPECT_TRUE(has(report, "11.00")) << report;
  EXPECT_TRUE(has(report, "  and 4 more ranks: --json has them\n")) << report;
  const auto tree = dlio_runs_tree(kDlioSource, found);
  EXPECT_EQ(tree["runs"][0]["ranks"].size(), 12u);
  EXPECT_DOUBLE_EQ(tree["runs"][0]["ranks"][11]["step_wait_ms.p50"], 11);
}

TEST(DlioRunsPage, HasATableAndATree) {
  const DlioRunsFound found = found_of({});
  const std::string file = dlio_runs_file(kDlioSource, found);
  EXPECT_TRUE(measurements_kind().is_one(file)) << file;
  EXPECT_TRUE(
      has(file, "from the output of dlio, for a scenario whose job 'train' trains by a DLIO file.\n"));
  EXPECT_TRUE(has(file, "\nrole,run,overrides,measured,source\ncalibration,")) << file;
  const auto tree = dlio_runs_tree(kDlioSource, found);
  EXPECT_EQ(tree["schema"], "headrace.dlio_runs/1");
  EXPECT_EQ(tree["runs"][0]["epochs"].size(), 5u);
  EXPECT_EQ(tree["runs"][0]["figures"][0]["line"], 6);
  EXPECT_EQ(tree["rows"], file);
}

}  // namespace
}  // namespace headrace
