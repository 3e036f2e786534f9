#include "scenarios/loader/benchmarks/dlio_rows.h"

#include "tests/scenarios/loader/benchmarks/dlio_run_support.h"

namespace headrace {
namespace {

TEST(DlioRows, SetWhatTellsRunsApart) {
  const DlioRunsRead read = SyntheticDlioRun().read();
  const std::vector<ProbeRow> rows = dlio_rows(read.runs, "train");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].role, RowRole::calibration);
  EXPECT_EQ(rows[0].run, "weir: 8 accelerators on 2 nodes, 4000 files, batch 7, 4 threads");
  EXPECT_EQ(rows[0].overrides,
            "jobs.train.nodes.count=2 jobs.train.accelerators_per_node=4 "
            "jobs.train.overrides+=++workload.dataset.num_files_train=4000 "
            "jobs.train.overrides+=++workload.dataset.num_samples_per_file=1 "
            "jobs.train.overrides+=++workload.train.epochs=5 "
            "jobs.train.overrides+=++workload.reader.batch_size=7 "
            "jobs.train.overrides+=++workload.reader.read_threads=4");
  EXPECT_EQ(rows[0].measured, "jobs.train.au_percent == 91.2");
  EXPECT_EQ(rows[0].source, "DLIO, summary.json:6: train_au_mean_percentage 91.2");
  EXPECT_EQ(rows[1].measured, "jobs.train.samples_per_second == 98");
}

TEST(DlioRows, AreNotFittedToADoubtedRun) {
  SyntheticDlioRun of;
  of.caching = "[1, 1]";
  for (const ProbeRow& row : dlio_rows(of.read().runs, "train")) EXPECT_EQ(row.role, RowRole::validation);
}

}  // namespace
}  // namespace headrace
