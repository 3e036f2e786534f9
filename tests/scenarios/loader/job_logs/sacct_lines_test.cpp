#include "scenarios/loader/job_logs/sacct_lines.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/date_time.h"

namespace headrace {
namespace {

TEST(SlurmSeconds, AreDaysHoursMinutesAndSeconds) {
  EXPECT_EQ(slurm_seconds("1-06:51:32"), 86'400 + 6 * 3600 + 51 * 60 + 32);
  EXPECT_EQ(slurm_seconds("03:59:00"), 4 * 3600 - 60);
  EXPECT_DOUBLE_EQ(slurm_seconds("01:53.961").value(), 113.961);
  for (const char* const text :
       {"", "UNLIMITED", "Partition_Limit", "5", "1-", "1:2:3:4", "-1:00:00", "1-x:00:00"})
    EXPECT_FALSE(slurm_seconds(text)) << text;
}

JobLine read_after(const char* header, const std::string& line) {
  SacctLines lines("");
  EXPECT_EQ(lines.read(header).is, JobLine::Is::nothing);
  EXPECT_EQ(lines.wrong(), "");
  return lines.read(line);
}

// Whatever stands between them, and in whatever order. 2021-07-12 was a Monday.
TEST(SacctLines, AreJobsByTheNamesOfTheirColumns) {
  for (const char* const delimiter : {"|", "\xE2\x98\x83", ";", "::", ","}) {
    const std::string d = delimiter;
    const std::string header = "NNodes" + d + "JobID" + d + "Start" + d + "End";
    const JobLine line = read_after(
        header.c_str(), "4" + d + "4711_3" + d + "2021-07-12T01:00:00" + d + "2021-07-12T01:30:00");
    ASSERT_EQ(line.is, JobLine::Is::job) << d << line.why;
    EXPECT_EQ(line.job.nodes, 4);
    EXPECT_EQ(line.job.end - line.job.start, 1800);
    EXPECT_EQ(static_cast<std::int64_t>(line.job.start) % 604'800, 3600) << "an hour after Monday began";
  }
}

constexpr const char* kColumnsOfSacct = "JobID|Start|End|Elapsed|AllocNodes";

TEST(SacctLines, OfStepsBelongToTheirJobs) {
  EXPECT_EQ(read_after(kColumnsOfSacct, "1.batch|x|y|z|1").is, JobLine::Is::step);
  EXPECT_EQ(read_after(kColumnsOfSacct, "1_2.0|x|y|z|1").is, JobLine::Is::step);
  EXPECT_EQ(read_after(kColumnsOfSacct, "").is, JobLine::Is::nothing);
  // `--parsable` ends each line with a delimiter.
  EXPECT_EQ(read_after(kColumnsOfSacct, "1|2021-07-12T01:00:00|2021-07-12T02:00:00|01:00:00|1|").is,
            JobLine::Is::job);
}

TEST(SacctLines, AreDroppedForAReason) {
  const auto why = [&](const std::string& line) {
    const JobLine read = read_after(kColumnsOfSacct, line);
    EXPECT_EQ(read.is, JobLine::Is::dropped) << line;
    return read.why;
  };
  EXPECT_EQ(why("1|2|3"), "it has 3 columns of 5");
  EXPECT_EQ(why("1_[5-9]|Unknown|Unknown|00:00:00|1"), "it has not begun");
  EXPECT_EQ(why("1|2021-07-12T01:00:00|Unknown|UNLIMITED|1"),
            "it has no end, and no time that it has run for");
  EXPECT_EQ(why("1|2021-07-12T01:00:00|2021-07-12T01:00:00|00:00:00|1"), "it ran for no time");
  EXPECT_EQ(why("1|2021-07-12T01:00:00|2021-07-12T02:00:00|01:00:00|0"),
            "it had no nodes, or an unknown number");
  EXPECT_EQ(why("1|2021-07-12T01:00:00|2021-07-12T02:00:00|01:00:00|"),
            "it had no nodes, or an unknown number");
}

TEST(SacctLines, OfRunningJobsEndWhenTheyWereLastSeen) {
  SacctLines lines("");
  lines.read(kColumnsOfSacct);
  const JobLine line = lines.read("1|2021-07-12T01:00:00|Unknown|1-00:00:00|1");
  ASSERT_EQ(line.is, JobLine::Is::job);
  EXPECT_EQ(line.job.end - line.job.start, 86'400);
  ASSERT_EQ(lines.guesses().size(), 1u);
  EXPECT_TRUE(lines.guesses()[0].starts_with("jobs without an end, 1 of them"));
}

TEST(SacctLines, TakeTheirColumnsFromOutside) {
  SacctLines lines("JobID%20, Start,Elapsed,ReqNodes");
  ASSERT_EQ(lines.wrong(), "");
  EXPECT_EQ(lines
                .read("7\xE2\x98\x83"
                      "2021-07-12T01:00:00\xE2\x98\x83"
                      "00:00:10\xE2\x98\x83"
                      "3")
                .job.nodes,
            3);
  ASSERT_EQ(lines.guesses().size(), 1u);
  EXPECT_TRUE(lines.guesses()[0].starts_with("the log says how many nodes were asked for"));
}

TEST(SacctLines, NeedCertainColumns) {
  SacctLines lines("");
  lines.read("JobID|State|Start|End");
  EXPECT_TRUE(lines.wrong().starts_with("the log needs the columns JobID, Start"));
  SacctLines without("");
  without.read("20872560|X0JV|user15|regular");
  EXPECT_FALSE(without.wrong().empty());
}

}  // namespace
}  // namespace headrace
