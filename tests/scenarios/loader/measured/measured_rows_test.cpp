#include "scenarios/loader/measured/measured_rows.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kHeader =
    "role,system,workload,accelerator,hosts,accelerators,cores_per_host,batch_size,computation_time_s,"
    "samples_per_second,au_percent,scenario,overrides,why_not,source\n";

// "CODE line:column sentence" of each problem of rows below the header.
std::string said_of(const std::string& rows, const std::string& header = kHeader) {
  const MeasuredRows read = read_measured_rows(header + rows, "rows.csv");
  EXPECT_EQ(read.rows.has_value(), !read.problems.has_errors());
  std::string out;
  for (const Problem& problem : read.problems.all())
    out += problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence + "\n";
  return out;
}

TEST(MeasuredRows, SayWhatWasRunAndMeasured) {
  const MeasuredRows read = read_measured_rows(
      std::string(kHeader) +
          "validation,E1000,unet3d,H100,5,15,32,7,0.323,293.1,91.2,e1000.yaml,++a=1 ++b=2,,a page\n",
      "rows.csv");
  ASSERT_TRUE(read.rows) << read.problems.text();
  const MeasuredRow& row = read.rows->at(0);
  EXPECT_EQ(row.role, RowRole::validation);
  EXPECT_EQ(row.name(), "E1000 unet3d H100 x 15 on 5 hosts");
  EXPECT_EQ(row.cores_per_host, 32);
  EXPECT_EQ(row.scenario, "e1000.yaml");
  EXPECT_EQ(row.overrides, "++a=1 ++b=2");
  EXPECT_EQ(row.source, "a page");
  // accelerators x batch / computation
  EXPECT_DOUBLE_EQ(row.most_samples_per_second(), 15 * 7 / 0.323);
  EXPECT_DOUBLE_EQ(row.efficiency(), 293.1 * 0.323 / (15 * 7));
  EXPECT_DOUBLE_EQ(row.au_percent.value(), 91.2);
}

TEST(MeasuredRows, OfAForecastSayNoResult) {
  const std::string run = "forecast,E2000,unet3d,B200,15,30,32,7,0.162,";
  const MeasuredRows read = read_measured_rows(kHeader + run + ",,e2000.yaml,,,a page\n", "rows.csv");
  ASSERT_TRUE(read.rows) << read.problems.text();
  EXPECT_FALSE(read.rows->at(0).is_measured());
  EXPECT_EQ(said_of(run + "1200,91,e2000.yaml,,,a page\n"),
            "E0606 2:45 a forecast has no samples_per_second\n"
            "E0606 2:50 a forecast has no au_percent\n");
}

TEST(MeasuredRows, MaySayHowLongAFirstBatchTook) {
  std::string header = kHeader;
  header.replace(header.find("scenario"), 8, "first_batch_s,scenario");
  const std::string run = "E1000,unet3d,H100,5,15,32,7,0.323,";
  const MeasuredRows read =
      read_measured_rows(header + "validation," + run + "293.1,91.2,2.34,e1000.yaml,,,a page\n" +
                             "validation,B" + run + "293.1,91.2,,e1000.yaml,,,a page\n",
                         "rows.csv");
  ASSERT_TRUE(read.rows) << read.problems.text();
  EXPECT_EQ(read.rows->at(0).first_batch_seconds, 2.34);
  EXPECT_FALSE(read.rows->at(1).first_batch_seconds);
  EXPECT_EQ(said_of("validation," + run + "293.1,91.2,2 s,e1000.yaml,,,a page\n", header),
            "E0606 2:57 '2 s' is no first_batch_s, which is a number\n");
  EXPECT_EQ(said_of("forecast," + run + ",,2,e1000.yaml,,,a page\n", header),
            "E0606 2:46 a forecast has no first_batch_s\n");
}

TEST(MeasuredRows, MaySayWhatTellsARunFromOthersOfItsSize) {
  std::string header = kHeader;
  header.replace(header.find("hosts"), 5, "variant,hosts");
  const std::string row = "validation,A,unet3d,H100,batch 4,1,5,32,7,0.323,99,,,,none,x\n";
  const std::string plain = "validation,A,unet3d,H100,,1,5,32,7,0.323,99,,,,none,x\n";
  const MeasuredRows read = read_measured_rows(header + row + plain, "rows.csv");
  ASSERT_TRUE(read.rows) << read.problems.text();
  EXPECT_EQ(read.rows->at(0).name(), "A unet3d H100 x 5 batch 4");
  EXPECT_EQ(read.rows->at(1).name(), "A unet3d H100 x 5");
  EXPECT_EQ(said_of(row + row, header), "E0608 3:1 'A unet3d H100 x 5 batch 4' stands in line 2, too\n");
}

// A row without a prediction may have measured nothing: that may be the reason.
TEST(MeasuredRows, HaveAFigureWhereTheyArePredicted) {
  const MeasuredRows read = read_measured_rows(
      std::string(kHeader) + "validation,A,unet3d,H100,1,5,32,7,0.323,,,,,it measured nothing,x\n",
      "rows.csv");
  ASSERT_TRUE(read.rows) << read.problems.text();
  EXPECT_FALSE(read.rows->at(0).is_measured());
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,,,a.yaml,,,x\n"),
            "E0605 2:41 the row has no samples_per_second\n");
}

TEST(MeasuredRows, NeedEveryColumnOnce) {
  const MeasuredRows read = read_measured_rows("role,sytem,role\n", "rows.csv");
  const std::string told = read.problems.text();
  EXPECT_NE(told.find("'sytem' is no column of a table of measured rows"), std::string::npos) << told;
  EXPECT_NE(told.find("the column 'system' is missing"), std::string::npos) << told;
  EXPECT_NE(told.find("did you mean 'system'?"), std::string::npos) << told;
  EXPECT_NE(told.find("the table has the column 'role' twice"), std::string::npos) << told;
  EXPECT_EQ(said_of(""), "E0604 1:1 the table has no row\n");
}

// Every problem of a row is told at its cell: a role that does not exist, a unit in a number, a fraction of a
// host, no source.
TEST(MeasuredRows, TellEveryProblemAtItsCell) {
  EXPECT_EQ(said_of("calibraton,E1000,unet3d,H100,1.5,5,32,7,323 ms,99,101,a.yaml,,,\n"),
            "E0606 2:1 'calibraton' is no role of a row\n"
            "E0606 2:30 '1.5' is no hosts, which is a whole number\n"
            "E0606 2:41 '323 ms' is no computation_time_s, which is a number\n"
            "E0606 2:51 '101' is no au_percent, which is a number\n"
            "E0605 2:64 the row has no source\n");
  EXPECT_EQ(said_of("validation,,unet3d,H100,1,5,32,7,0.3,0,,a.yaml,,,x\n"),
            "E0605 2:12 the row has no system\n"
            "E0606 2:38 '0' is no samples_per_second, which is a number\n");
}

TEST(MeasuredRows, HaveAScenarioOrAReason) {
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,99,,,,,x\n"),
            "E0607 2:47 the row has neither a scenario nor a reason why not\n");
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,99,,a.yaml,,none,x\n"),
            "E0607 2:45 the row has a scenario, and a reason why it has none\n");
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,99,,,,none,x\n"), "");
}

// At most 5 x 7 / 0.323 = 108.4 samples a second; 0.5 % above it may be how somebody rounds.
TEST(MeasuredRows, AreNotFasterThanTheirAccelerators) {
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,108.8,,,,none,x\n"), "");
  EXPECT_EQ(said_of("validation,A,unet3d,H100,1,5,32,7,0.323,109,,,,none,x\n"),
            "E0606 2:41 109 samples a second are more than 108, which the accelerators compute at most\n");
  EXPECT_EQ(said_of("validation,A,unet3d,H100,2,5,32,7,0.323,99,,,,none,x\n"),
            "E0606 2:28 5 accelerators are not shared evenly by 2 hosts\n");
}

TEST(MeasuredRows, StandOnce) {
  const std::string row = "validation,A,unet3d,H100,1,5,32,7,0.323,99,,,,none,x\n";
  EXPECT_EQ(said_of(row + row), "E0608 3:1 'A unet3d H100 x 5' stands in line 2, too\n");
}

TEST(MeasuredRows, AreReadFromAFileOrByTheNameOfASet) {
  const MeasuredRows shipped = read_measured_set("mlperf_storage_v1.0");
  ASSERT_TRUE(shipped.rows) << shipped.problems.text();
  EXPECT_EQ(shipped.name, "mlperf_storage_v1.0");
  EXPECT_EQ(shipped.rows->size(), 69u);
  const MeasuredRows checkpoints = read_measured_set("mlperf_storage_v3.0_checkpoints");
  ASSERT_TRUE(checkpoints.checkpoints) << checkpoints.problems.text();
  EXPECT_EQ(checkpoints.checkpoints->size(), 60u);
  EXPECT_FALSE(checkpoints.rows);
  const MeasuredRows file = read_measured_set(shipped.folder + "/mlperf_storage_v1.0.csv");
  EXPECT_EQ(file.text, shipped.text);
  const MeasuredRows none = read_measured_set("mlperf_storage_v1.1");
  EXPECT_FALSE(none.rows);
  EXPECT_NE(none.problems.text().find("did you mean"), std::string::npos) << none.problems.text();
}

}  // namespace
}  // namespace headrace
