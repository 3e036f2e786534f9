#include "scenarios/loader/measured/checkpoint_rows.h"

#include <gtest/gtest.h>

#include "scenarios/loader/measured/measured_rows.h"

namespace headrace {
namespace {

constexpr const char* kCheckpointHeader =
    "role,system,workload,operation,hosts,ranks,checkpoint_gib,seconds,nominal_gb_per_second,nominal_source,"
    "scenario,why_not,source\n";

// "CODE line:column sentence" of each problem of rows below the header.
std::string said_of_checkpoints(const std::string& rows) {
  const MeasuredRows read = read_measured_rows(kCheckpointHeader + rows, "rows.csv");
  EXPECT_EQ(read.checkpoints.has_value(), !read.problems.has_errors());
  EXPECT_FALSE(read.rows);
  std::string out;
  for (const Problem& problem : read.problems.all())
    out += problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence + "\n";
  return out;
}

// 100 GiB are 107.37 GB.
TEST(CheckpointRows, SayWhatWasWrittenAndHowLongItTook) {
  const MeasuredRows read = read_measured_rows(
      std::string(kCheckpointHeader) + "validation,A,llama3_8b,read,2,8,100,7.1,20,a sheet,a.yaml,,a page\n",
      "rows.csv");
  ASSERT_TRUE(read.checkpoints) << read.problems.text();
  const CheckpointRow& row = read.checkpoints->at(0);
  EXPECT_EQ(row.role, RowRole::validation);
  EXPECT_EQ(row.operation, CheckpointOperation::read);
  EXPECT_EQ(row.name(), "A llama3_8b read x 8 on 2 hosts");
  EXPECT_DOUBLE_EQ(row.seconds, 7.1);
  EXPECT_DOUBLE_EQ(row.nominal_gb_per_second.value(), 20);
  EXPECT_EQ(row.nominal_source, "a sheet");
  EXPECT_NEAR(row.gigabytes(), 107.3741824, 1e-9);
}

TEST(CheckpointRows, TellEveryProblemAtItsCell) {
  EXPECT_EQ(said_of_checkpoints("calibraton,A,llama3_8b,writ,2,8,100 GiB,7.1,20,,a.yaml,,\n"),
            "E0606 2:1 'calibraton' is no role of a row\n"
            "E0606 2:24 'writ' is no operation of a row\n"
            "E0606 2:33 '100 GiB' is no checkpoint_gib, which is a number\n"
            "E0605 2:48 the row has no nominal_source\n"
            "E0605 2:57 the row has no source\n");
  EXPECT_EQ(said_of_checkpoints("forecast,A,llama3_8b,write,3,8,100,7.1,,,a.yaml,,a page\n"),
            "E0606 2:30 8 ranks are not shared evenly by 3 hosts\n"
            "E0606 2:36 a forecast has no seconds\n");
}

// 107.37 GB in 7.1 ms are 756 times 20 GB/s: milliseconds, or a rate in another unit.
TEST(CheckpointRows, AreNotFarFasterThanTheirStorage) {
  EXPECT_EQ(said_of_checkpoints("validation,A,llama3_8b,write,2,8,100,0.0071,20,a sheet,a.yaml,,a page\n"),
            "E0606 2:38 100 GiB in 0.0071 s are 756 times the nominal rate\n");
  EXPECT_EQ(said_of_checkpoints("validation,A,llama3_8b,write,2,8,100,3.6,20,a sheet,a.yaml,,a page\n"), "");
}

TEST(CheckpointRows, HaveAScenarioOrAReasonAndStandOnce) {
  EXPECT_EQ(said_of_checkpoints("validation,A,llama3_8b,write,2,8,100,7.1,,,,,a page\n"),
            "E0607 2:45 the row has neither a scenario nor a reason why not\n");
  const std::string row = "validation,A,llama3_8b,write,,8,100,7.1,,,,nobody said how many,a page\n";
  EXPECT_EQ(said_of_checkpoints(row), "") << "hosts that nobody told are a reason";
  EXPECT_EQ(said_of_checkpoints(row + row), "E0608 3:1 'A llama3_8b write x 8' stands in line 2, too\n");
  EXPECT_EQ(said_of_checkpoints("validation,A,llama3_8b,write,,8,100,7.1,,,a.yaml,,a page\n"),
            "E0605 2:30 the row has no hosts\n");
}

}  // namespace
}  // namespace headrace
