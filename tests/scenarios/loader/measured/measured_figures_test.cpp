#include "scenarios/loader/measured/measured_figures.h"

#include <gtest/gtest.h>

#include <fstream>

#include "scenarios/loader/measured/measured_rows.h"
#include "tests/analysis/cli/cli_fixture.h"
#include "tests/analysis/small_system.h"

namespace headrace {
namespace {

class MeasuredFiguresTest : public CliTest {
 protected:
  MeasuredFigures read(const std::string& rows) const {
    std::ofstream(table_) << "role,run,overrides,measured,source\n" << rows;
    return read_measured_figures(table_, scenario_);
  }
  // "CODE line:column sentence" of each problem.
  std::string said_of(const std::string& rows) const {
    const MeasuredFigures found = read(rows);
    EXPECT_EQ(found.figures.has_value(), !found.problems.has_errors());
    std::string out;
    for (const Problem& problem : found.problems.all())
      out += problem.code + " " + std::to_string(problem.mark.line) + ":" +
             std::to_string(problem.mark.column) + " " + problem.sentence + "\n";
    return out;
  }

  const std::string table_ = folder_ / "rates.csv";
};

TEST_F(MeasuredFiguresTest, SayWhatWasRunAndMeasured) {
  const MeasuredFigures found = read(
      "calibration,a,,jobs.train.au_percent == 94.7,log 1\n"
      "validation,b,seed=3 jobs.train.accelerators_per_node=1,jobs.train.first_batch_seconds == 0.5,log 2\n");
  ASSERT_TRUE(found.figures) << found.problems.text();
  ASSERT_EQ(found.figures->size(), 2u);
  EXPECT_EQ(found.figures->front().role, RowRole::calibration);
  EXPECT_TRUE(found.figures->front().scenario.overrides.empty());
  const MeasuredFigure& second = found.figures->back();
  EXPECT_EQ(second.scenario.path, scenario_);
  EXPECT_TRUE(second.system.empty());
  EXPECT_EQ(second.scenario.overrides,
            (std::vector<std::string>{"seed=3", "jobs.train.accelerators_per_node=1"}));
  EXPECT_EQ(second.figure, "jobs.train.first_batch_seconds");
  EXPECT_DOUBLE_EQ(second.value.value(), 0.5);
  EXPECT_EQ(second.source, "log 2");
}

// A unit, which the figure's name says; a figure that does not exist, or that the job has not got; a bound;
// nothing measured; nothing at all. All at once, each at its cell.
TEST_F(MeasuredFiguresTest, TellEveryProblemAtItsCell) {
  EXPECT_EQ(said_of("calibration,a,,jobs.train.au_percent == 94.7 %,x\n"
                    "calibration,a,,jobs.train.au_percents == 94.7,x\n"
                    "calibration,a,,jobs.train.inference.latency_ms.p99 == 3,x\n"
                    "calibration,a,,jobs.train.au_percent >= 90,x\n"
                    "calibration,a,,jobs.train.samples_per_second == 0,x\n"
                    "calibration,a,,,x\n"
                    "fit,,,jobs.train.au_percent == 94.7,\n"),
            "E0320 2:41 '94.7 %' is not a number\n"
            "E0321 3:27 'au_percents' is not a figure of a job\n"
            "E0321 4:27 the job 'train' will not have 'inference.latency_ms.p99': it trains\n"
            "E0606 5:16 'jobs.train.au_percent >= 90' is no measured figure\n"
            "E0606 6:16 'jobs.train.samples_per_second == 0' is no measured figure\n"
            "E0605 7:16 the row has no measured\n"
            "E0606 8:1 'fit' is no role of a row\n"
            "E0605 8:5 the row has no run\n"
            "E0605 8:37 the row has no source\n");
}

TEST_F(MeasuredFiguresTest, MayStandInASummaryOfDlio) {
  const std::string summary = folder_ / "summary.json";
  std::ofstream(summary)
      << "{\n    \"num_hosts\": 5,\n    \"metric\": {\n        \"train_au_mean_percentage\": "
         "91.23265457250025,\n"
         "        \"train_throughput_mean_samples_per_second\": 293.19720930847035\n    }\n}\n";
  const MeasuredFigures found = read(
      "calibration,a,,jobs.train.au_percent == summary.json,x\n"
      "calibration,a,,jobs.train.samples_per_second == summary.json,x\n");
  ASSERT_TRUE(found.figures) << found.problems.text();
  EXPECT_DOUBLE_EQ(found.figures->front().value.value(), 91.23265457250025);
  EXPECT_DOUBLE_EQ(found.figures->back().value.value(), 293.19720930847035);
  EXPECT_EQ(said_of("calibration,a,,jobs.train.mib_per_second == summary.json,x\n"),
            "E0606 2:16 '" + summary + "' is no summary of a DLIO run that trains\n");
  EXPECT_EQ(said_of("calibration,a,,jobs.train.seconds == summary.json,x\n"),
            "E0606 2:16 a run of DLIO does not tell 'seconds'\n");
  EXPECT_NE(
      said_of("calibration,a,,jobs.train.au_percent == sumary.json,x\n").find("E0001 2:16 there is no file"),
      std::string::npos);
}

TEST_F(MeasuredFiguresTest, MayBeAskedFor) {
  const MeasuredFigures found = read(
      "calibration,a,,jobs.train.au_percent == 94.7,log 1\nvalidation,b,seed=3,jobs.train.au_percent,none\n");
  ASSERT_TRUE(found.figures) << found.problems.text();
  EXPECT_EQ(found.figures->back().figure, "jobs.train.au_percent");
  EXPECT_FALSE(found.figures->back().value);
  EXPECT_EQ(said_of("calibration,a,,jobs.train.au_percent,x\n"),
            "E0606 2:16 a row that may be fitted has no number: nothing was measured\n");
  EXPECT_EQ(said_of("calibration,a,,jobs.train.au_percent == 94.7,x\nvalidation,b,,jobs.train.au,x\n"),
            "E0321 3:15 'au' is not a figure of a job\n");
}

TEST_F(MeasuredFiguresTest, TellARunThatIsNone) {
  EXPECT_NE(said_of("calibration,a,jobs.train.accelerators_per_nod=1,jobs.train.au_percent == 94.7,x\n")
                .find("'accelerators_per_nod'"),
            std::string::npos);
  std::ofstream(scenario_, std::ios::app)
      << "compare:\n  a: {overrides: [jobs.train.layout.stripe_count=2]}\n  b: {overrides: []}\n";
  EXPECT_EQ(said_of("calibration,a,,jobs.train.au_percent == 94.7,x\n"),
            "E0609 2:1 the scenario of the row compares several\n");
}

TEST_F(MeasuredFiguresTest, NeedARowThatMayBeFitted) {
  EXPECT_EQ(said_of("validation,b,,jobs.train.au_percent == 94.7,x\n"),
            "E0606 1:1 no row may be fitted: none has the role calibration\n");
}

// A table of systems is told by one sentence, not by each column that it has.
TEST_F(MeasuredFiguresTest, TakeNoTableWhoseRowsHaveTheirScenarios) {
  const MeasuredFigures found = read_measured_figures(
      read_measured_set("mlperf_storage_v3.0_checkpoints").folder + "/mlperf_storage_v3.0_checkpoints.csv",
      scenario_);
  ASSERT_EQ(found.problems.all().size(), 1u) << found.problems.text();
  EXPECT_EQ(found.problems.all()[0].sentence, "the rows of this table have scenarios of their own");
  EXPECT_TRUE(found.problems.all()[0].help.starts_with("leave the scenario out: headrace calibrate --data "));
}

class MeasuredSystemsTest : public testing::Test {
 protected:
  MeasuredSystemsTest() { std::ofstream(folder_ / "system.yaml") << small_system(4, 12); }
  MeasuredFigures read(const std::string& rows) const {
    std::ofstream(folder_ / "rows.csv")
        << "role,system,workload,accelerator,hosts,accelerators,cores_per_host,batch_size,computation_time_s,"
           "samples_per_second,au_percent,scenario,overrides,why_not,source\n"
        << rows;
    return read_measured_systems(folder_ / "rows.csv");
  }

  const ScratchFolder folder_;
};

// Rows that may only be predicted, and those without a scenario, are no part of a fit.
TEST_F(MeasuredSystemsTest, AreTheRowsThatMayBeFitted) {
  const MeasuredFigures found = read(
      "calibration,A,unet3d,H100,1,2,12,7,0.323,40,93,system.yaml,++workload.reader.read_threads=2,,a page\n"
      "calibration,B,unet3d,H100,2,8,12,7,0.323,150,93,system.yaml,,,a page\n"
      "validation,C,unet3d,H100,1,4,12,7,0.323,80,93,system.yaml,,,a page\n"
      "calibration,D,unet3d,H100,1,4,12,7,0.323,80,93,,,nobody described it,a page\n");
  ASSERT_TRUE(found.figures) << found.problems.text();
  ASSERT_EQ(found.figures->size(), 2u);
  const MeasuredFigure& first = found.figures->front();
  EXPECT_EQ(first.run, "A unet3d H100 x 2");
  EXPECT_EQ(first.system, "A");
  EXPECT_EQ(first.figure, "jobs.train.samples_per_second");
  EXPECT_EQ(first.value, 40);
  const ScenarioRead again = read_scenario_file(first.scenario.path, first.scenario.overrides);
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(again.scenario->jobs.front().second.workload()->loader.read_threads, 2);
  EXPECT_EQ(found.figures->back().system, "B");
}

// A table of one machine is told by one sentence, not by each column that it has not.
TEST_F(MeasuredSystemsTest, AskForTheScenarioOfOneMachine) {
  std::ofstream(folder_ / "rates.csv") << "role,run,overrides,measured,source\n"
                                          "calibration,first,,jobs.train.au_percent == 94.7,summary.json\n";
  const Problems problems = read_measured_systems(folder_ / "rates.csv").problems;
  ASSERT_EQ(problems.all().size(), 1u) << problems.text();
  EXPECT_EQ(problems.all()[0].sentence,
            "this table has the figures of one machine, and no scenario is given");
  EXPECT_TRUE(problems.all()[0].help.starts_with("headrace calibrate SCENARIO --data "));
}

TEST_F(MeasuredSystemsTest, SayWhereThereIsNothingToFit) {
  const MeasuredFigures found = read("validation,C,unet3d,H100,1,4,12,7,0.323,80,93,system.yaml,,,a page\n");
  EXPECT_FALSE(found.figures);
  EXPECT_NE(found.problems.text().find("none has the role calibration"), std::string::npos)
      << found.problems.text();
  EXPECT_TRUE(
      read("calibration,B,unet3d,H100,2,8,24,7,0.323,150,93,system.yaml,,,a page\n").problems.has_errors())
      << "cores of the row";
}

}  // namespace
}  // namespace headrace
