#include "analysis/run/plan_ledger.h"

#include <gtest/gtest.h>

#include "analysis/run/sweep_work.h"
#include "scenarios/loader/experiment.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

FinishedRun finished(RunResult result, std::int64_t replication = 1) {
  FinishedRun run;
  run.replication = replication;
  run.result = std::move(result);
  return run;
}

TEST(PlanLedger, KeepsTheFiguresOfItsRuns) {
  const ScratchFolder folder;
  const SweepRead read =
      read_sweep(kTinyScenario, "tiny.yaml", {"jobs.train.workload.loader.read_threads=1,2"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  // The search counts its points in another order than the sweep.
  const std::vector<SweepPoint> designs = {read.sweep->point(1), read.sweep->point(0)};
  const RunResult result = Experiment(*read.sweep->scenario(designs[0]).scenario, 1).run();
  const std::optional<double> au = figure_of_run(result, "jobs.train.au_percent");
  ASSERT_TRUE(au.has_value());
  {
    PlanLedger ledger(folder / "plan.db", planned_sweep(*read.sweep),
                      [&](std::size_t point) { return designs[point]; });
    EXPECT_TRUE(ledger.figures(0, "jobs.train.au_percent").empty());
    FinishedRun run = finished(result);
    run.said = {{"train", "", "the accelerators themselves", ""}};
    ledger.add(0, run);
  }
  PlanLedger again(folder / "plan.db", planned_sweep(*read.sweep),
                   [&](std::size_t point) { return designs[point]; });
  ASSERT_EQ(again.figures(0, "jobs.train.au_percent").size(), 1U);
  EXPECT_DOUBLE_EQ(again.figures(0, "jobs.train.au_percent")[0], *au);
  EXPECT_NEAR(again.figures(0, "jobs.train.seconds")[0], *figure_of_run(result, "jobs.train.seconds"), 1e-9);
  EXPECT_TRUE(again.figures(1, "jobs.train.au_percent").empty());
  EXPECT_TRUE(again.figures(0, "jobs.train.no_such_figure").empty());
  EXPECT_EQ(again.remark(0, "train").limited_by, "the accelerators themselves");
  EXPECT_TRUE(again.remark(0, "train").failure.empty());
  EXPECT_TRUE(again.remark(1, "train").limited_by.empty());
}

TEST(PlanLedger, KeepsWhatFailed) {
  const ScratchFolder folder;
  const SweepRead read =
      read_sweep(kTinyScenario, "tiny.yaml", {"jobs.train.workload.dataset.files=150,160"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  const auto design_of = [&](std::size_t point) {
    return read.sweep->point(static_cast<std::int64_t>(point));
  };
  RunResult stalled = Experiment(*read.sweep->scenario(design_of(0)).scenario, 1).run();
  stalled.outcome.end = RunEnd::stalled;
  stalled.outcome.still_waiting = {"train/rank/3: barrier"};
  {
    PlanLedger ledger(folder / "plan.db", planned_sweep(*read.sweep), design_of);
    ledger.add(0, finished(stalled));
    ledger.add_refused(1, "there are no ranks");
  }
  PlanLedger again(folder / "plan.db", planned_sweep(*read.sweep), design_of);
  EXPECT_EQ(again.remark(0, "train").failure, "the model stalled: train/rank/3: barrier");
  EXPECT_EQ(again.remark(1, "train").failure, "there are no ranks");
  EXPECT_TRUE(again.remark(1, "train").limited_by.empty());
}

TEST(PlanLedger, AGapInTheReplicationsIsNotReadOver) {
  const ScratchFolder folder;
  const SweepRead read =
      read_sweep(kTinyScenario, "tiny.yaml", {"jobs.train.workload.loader.read_threads=1,2"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  const std::vector<SweepPoint> designs = {read.sweep->point(0), read.sweep->point(1)};
  PlanLedger ledger(folder / "plan.db", planned_sweep(*read.sweep),
                    [&](std::size_t point) { return designs[point]; });
  ledger.add(0, finished(Experiment(*read.sweep->scenario(designs[0]).scenario, 2).run(), 2));
  EXPECT_TRUE(ledger.figures(0, "jobs.train.au_percent").empty());
}

}  // namespace
}  // namespace headrace
