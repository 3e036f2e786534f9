#include "scenarios/loader/benchmarks/dlio_run_reader.h"

#include "tests/analysis/scratch_folder.h"
#include "tests/scenarios/loader/benchmarks/benchmark_support.h"
#include "tests/scenarios/loader/benchmarks/dlio_run_support.h"

namespace headrace {
namespace {

double figure_of(const DlioRun& run, std::string_view name) {
  for (const OutputFigure& figure : run.figures)
    if (figure.name == name) return figure.value;
  return 0;
}

std::string why_dropped(const DlioRunsRead& read) {
  return read.dropped.first.empty() ? "" : read.dropped.first.front().why;
}

// Counts and durations stand in quotes, and are numbers all the same.
TEST(DlioRunReader, ReadsARun) {
  const DlioRunsRead read = SyntheticDlioRun().read();
  ASSERT_EQ(read.runs.size(), 1u) << read.problems.text();
  const DlioRun& run = read.runs[0];
  EXPECT_EQ(run.nodes, 2);
  EXPECT_EQ(run.accelerators_per_node(), 4);
  EXPECT_EQ(run.files, 4000);
  EXPECT_EQ(figure_of(run, "au_percent"), 91.2);
  EXPECT_EQ(run.figures[0].mark.line, 6);
  EXPECT_EQ(run.figures[0].words, "train_au_mean_percentage 91.2");
  EXPECT_EQ(figure_of(run, "samples_per_second"), 98);
  EXPECT_EQ(run.mebibytes_per_second, 980);
  ASSERT_EQ(run.epochs.size(), 5u);
  EXPECT_EQ(run.epochs[0].seconds, 44);
  EXPECT_EQ(run.epochs[0].au_percent, 88.0);
  EXPECT_EQ(run.epochs[4].checkpoint_seconds, 0.5);
  EXPECT_EQ(run.epochs[4].samples_per_second, 100.0);
  ASSERT_TRUE(run.workload);
  EXPECT_EQ(run.workload->loader.read_threads, 4);
  EXPECT_EQ(run.version, DlioVersion::v1_0);
}

// Two ranks of two steps wait 1 and 3 s for the first, and 2 and 4 ms for the second: the figures of waits
// are of all ranks, and may be fitted. Of one rank alone they may not.
TEST(DlioRunReader, ReadsTheWaitsOfRanks) {
  SyntheticDlioRun of;
  of.accelerators = "2";
  of.rate = "20";
  const auto source = [](const std::string& text) {
    return std::make_shared<const SourceText>(SourceText{"a", text});
  };
  const std::string table = "rank,epoch,step,load_s\n0,1,0,1\n0,1,1,0.002\n1,1,0,3\n1,1,1,0.004\n";
  for (const std::string& waits : {table, table.substr(0, 43)}) {
    DlioRunsRead read;
    DlioRunReader reader("weir", {}, read);
    reader.read(DlioFileKind::waits, 0, source(waits));
    reader.read(DlioFileKind::summary, 0, source(of.summary()));
    reader.finish();
    ASSERT_EQ(read.runs.size(), 1u) << read.problems.text();
    const DlioRun& run = read.runs[0];
    const bool is_whole = waits == table;
    ASSERT_EQ(run.ranks.size(), is_whole ? 2u : 1u);
    EXPECT_EQ(figure_of(run, "first_batch_seconds"), is_whole ? 2 : 1);
    EXPECT_DOUBLE_EQ(figure_of(run, "step_wait_ms.p50"), is_whole ? 3 : 2);
    EXPECT_EQ(run.figures[2].may_be_fitted, is_whole);
    EXPECT_FALSE(run.figures.back().may_be_fitted);
  }
}

TEST(DlioRunReader, DropsWhatCannotBeRead) {
  SyntheticDlioRun of;
  of.seconds[2] = "long";
  DlioRunsRead read = of.read();
  EXPECT_EQ(read.dropped.count, 1u);
  EXPECT_EQ(why_dropped(read), "epoch 3 has no duration: the run was cut short");
  EXPECT_EQ(read.dropped.first[0].mark.line, 4);
  EXPECT_TRUE(of.read(true).problems.has_errors());
  of = {};
  of.threads = "many";
  read = of.read();
  ASSERT_EQ(read.runs.size(), 1u);
  EXPECT_FALSE(read.runs[0].workload);
  EXPECT_NE(why_dropped(read).find("the configuration says nothing then: "), std::string::npos);
  of = {};
  of.mean = "0";
  read = of.read();
  EXPECT_EQ(why_dropped(read), "metric.train_au_mean_percentage is no number above zero");
  EXPECT_EQ(read.runs[0].figures.size(), 1u);
  for (const char* const hosts : {"0", "1e300", "[]", "\"two\""}) {
    of = {};
    of.hosts = hosts;
    EXPECT_EQ(why_dropped(of.read()), "num_hosts and num_accelerators are no numbers above zero") << hosts;
  }
  of = {};
  of.hosts = "3";
  EXPECT_EQ(of.read().left.count, 1u);
}

TEST(DlioRunReader, TellsWhyThereIsNoRun) {
  const ScratchFolder folder;
  const std::string run = SyntheticDlioRun().write(folder / "run1");
  const std::string words[] = {run};
  EXPECT_EQ(read_dlio_runs(words, {}).runs.size(), 1u);
  std::ofstream(run + "/summary.json") << R"({"metric": {"save_checkpoint_duration_mean_seconds": 3}})";
  const DlioRunsRead untrained = read_dlio_runs(words, {});
  EXPECT_EQ(codes_of(untrained.problems), "E0724");
  EXPECT_NE(untrained.problems.text().find("the run did not train"), std::string::npos);
  for (const char* const text : {"", "{", "[]", "7", "{\"metric\": 7}"}) {
    std::ofstream(run + "/summary.json") << text;
    const DlioRunsRead none = read_dlio_runs(words, {});
    EXPECT_EQ(codes_of(none.problems), "E0724") << text;
  }
  std::filesystem::remove(run + "/summary.json");
  EXPECT_NE(read_dlio_runs(words, {}).problems.text().find("has no summary.json"), std::string::npos);
}

// Published runs: 18 hosts of two ranks each, and 5 of three, whose arrays of hosts end in zeros.
TEST(DlioRunReader, ReadsPublishedRuns) {
  const std::string folder = sample_path("mlperf-storage/");
  if (folder.empty()) GTEST_SKIP() << kNoSamples;
  const std::string ddn[] = {folder + "ddn_18c_unet3d-h100_run1_summary.json",
                             folder + "ddn_18c_unet3d-h100_run1_per_epoch_stats.json",
                             folder + "ddn_18c_unet3d-h100_run1_config.yaml",
                             folder + "ddn_18c_unet3d-h100_run1_overrides.yaml",
                             folder + "ddn_18c_unet3d-h100_mlperf_storage_report.json"};
  const DlioRunsRead read = read_dlio_runs(ddn, {});
  ASSERT_EQ(read.runs.size(), 1u) << read.problems.text();
  EXPECT_EQ(read.runs[0].name, "ddn_18c_unet3d-h100_run1");
  EXPECT_EQ(read.runs[0].accelerators_per_node(), 2);
  EXPECT_NEAR(figure_of(read.runs[0], "au_percent"), 93.585, 1e-3);
  EXPECT_EQ(read.runs[0].epochs[4].checkpoint_seconds, 0.61);
  EXPECT_EQ(read.runs[0].workload->loader.read_threads, 16);
  EXPECT_EQ(codes_of(read.problems), "");
  const std::string hpe[] = {folder + "hpe_e1000_run3_summary.json", folder + "hpe_e1000_run3_config.yaml",
                             folder + "hpe_e1000_5hosts_unet3d-h100_run3_load_times.csv"};
  const DlioRunsRead waits = read_dlio_runs(hpe, {});
  ASSERT_EQ(waits.runs.size(), 1u) << waits.problems.text();
  EXPECT_EQ(waits.runs[0].ranks.size(), 15u);
  EXPECT_GT(figure_of(waits.runs[0], "first_batch_seconds"), 0.1);
  EXPECT_EQ(waits.dropped.count, 0u);
}

}  // namespace
}  // namespace headrace
