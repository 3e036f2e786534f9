#include "scenarios/loader/measured/measured_figures.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/analysis/cli/cli_fixture.h"

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
  EXPECT_TRUE(found.figures->front().overrides.empty());
  const MeasuredFigure& second = found.figures->back();
  EXPECT_EQ(second.overrides, (std::vector<std::string>{"seed=3", "jobs.train.accelerators_per_node=1"}));
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

}  // namespace
}  // namespace headrace
