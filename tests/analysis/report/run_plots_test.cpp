#include "analysis/report/run_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/analysis/report/plot_rows.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(RunPlots, TellWhereTheTimeWent) {
  const std::vector<Plot> plots = run_plots(training_run());
  EXPECT_THAT(rows_of(plot_of(plots, "time-budget")),
              ElementsAre("train, compute, 368.8", "train, batch wait, 2.4", "train, barrier wait, 5.6",
                          "train, host, 32.72", "train, checkpoint, 0.5"));
  EXPECT_THAT(rows_of(plot_of(plots, "waits")), Contains("train: batch wait, device, 36"))
      << "15 ranks, 2.4 s";
  EXPECT_THAT(rows_of(plot_of(plots, "ranks-train")), Contains("14, barrier wait, 5.6"));
}

// Of 130 ranks three neighbours are a bar, with their mean.
TEST(RunPlots, JoinNeighboursOfManyRanks) {
  RunResult run = training_run();
  run.jobs[0].time_budget = budget_of(130, 10, 1, 1, 1);
  const std::vector<Plot> plots = run_plots(run);
  const std::vector<std::string> rows = rows_of(plot_of(plots, "ranks-train"));
  EXPECT_EQ(rows.size(), 44U * 4);
  EXPECT_THAT(rows, Contains("0-2, compute, 10"));
  EXPECT_THAT(rows, Contains("129-129, compute, 10"));
}

// A hundred waits of 2 ms; a median of 4 ms and 99 % within 20.
TEST(RunPlots, TellHowLongWaitsWere) {
  const std::vector<Plot> plots = run_plots(training_run());
  const std::vector<std::string> rows = rows_of(plot_of(plots, "distributions"));
  EXPECT_THAT(rows, Contains("train: step wait, 2, 50, -, -"));
  EXPECT_THAT(rows, Contains("train: step wait, 2, 100, -, -"));
  EXPECT_THAT(rows_of(plot_of(plots, "latencies")), Contains("scratch/clients: read operation, 4, 4, 20"));
}

TEST(RunPlots, TellWhatWasMoved) {
  RunResult run = training_run();
  for (const char* ost : {"file_systems/scratch/ost/0", "file_systems/scratch/ost/1"})
    run.rows.push_back({ost, "bytes_read", "total", 2e10, Unit::bytes});
  const std::vector<Plot> plots = run_plots(run);
  const std::vector<std::string> rows = rows_of(plot_of(plots, "bytes"));
  EXPECT_THAT(rows, Contains("scratch/clients: bytes read, bytes, 8700"));
  EXPECT_THAT(rows, Contains("scratch/ost/*: bytes read, bytes, 40")) << "two drives of 20 GB";
}

// Of ten parts the seven greatest keep their colours, and the rest is one.
TEST(RunPlots, HaveNoMorePartsThanColours) {
  RunResult run = training_run();
  run.jobs[0].time_budget.clear();
  for (int activity = 1; activity <= 10; ++activity)
    run.jobs[0].time_budget.push_back(
        {0, Cause::batch_wait, static_cast<Activity>(activity), Duration::seconds(activity)});
  const std::vector<Plot> plots = run_plots(run);
  const std::vector<std::string> rows = rows_of(plot_of(plots, "waits"));
  EXPECT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows.back(), "train: batch wait, others, 6") << "1 + 2 + 3";
}

TEST(RunPlots, TellOfEpochsWhereThereAreSeveral) {
  const std::vector<Plot> plots = run_plots(training_run());
  EXPECT_THAT(rows_of(plot_of(plots, "epoch-time-train")),
              ElementsAre("time, 1, 204.5, -, -", "time, 2, 205.5, -, -"));
  EXPECT_THAT(rows_of(plot_of(plots, "epoch-au-train")), Contains("AU, 1, 92.5, -, -"));
  RunResult one = training_run();
  one.jobs[0].epochs.resize(1);
  EXPECT_EQ(plot_of(run_plots(one), "epoch-time-train"), nullptr);
}

TEST(RunPlots, LeaveOutWhatTheRunHasNothingOf) {
  for (const Plot& plot : run_plots(checkpoint_run())) EXPECT_FALSE(plot.rows.empty()) << plot.id;
  EXPECT_TRUE(run_plots(RunResult()).empty());
}

// Each row has a cell a column, ids are one each, and those of an arm are its own.
TEST(RunPlots, AreWhole) {
  std::set<std::string> ids;
  for (const char* arm : {"", "two levels"})
    for (const Plot& plot : run_plots(training_run(), arm)) {
      EXPECT_TRUE(ids.insert(plot.id).second) << plot.id;
      EXPECT_FALSE(plot.title.empty() || plot.says.empty()) << plot.id;
      for (const std::vector<Cell>& row : plot.rows) EXPECT_EQ(row.size(), plot.columns.size()) << plot.id;
    }
  EXPECT_TRUE(ids.contains("time-budget-two-levels"));
}

}  // namespace
}  // namespace headrace
