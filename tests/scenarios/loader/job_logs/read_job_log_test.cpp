#include "scenarios/loader/job_logs/read_job_log.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace headrace {
namespace {

constexpr const char* kRestOfJob = " -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";

JobLog swf_log(const std::string& text, const JobLogWishes& wishes = {}) {
  TextLines lines = TextLines::of_text(text);
  return read_job_log(lines, JobLogForm::swf, wishes);
}

// Two jobs of an hour each, the later one first: 2 processors from 1:00 to 2:00, and 6 from 0:00 to 1:00.
TEST(JobLog, IsHowBusyTheMachineWas) {
  const JobLog log =
      swf_log("; MaxProcs: 8\n1 0 3600 3600 2" + std::string(kRestOfJob) + "2 0 0 3600 6" + kRestOfJob);
  ASSERT_EQ(log.wrong, "");
  EXPECT_EQ(log.lines, 3);
  EXPECT_EQ(log.hours.jobs(), 2);
  EXPECT_EQ(log.machine_nodes, 8);
  const std::vector<double> busy = log.busy_percent();
  ASSERT_EQ(busy.size(), 24u);
  EXPECT_EQ(busy[0], 75);
  EXPECT_EQ(busy[1], 25);
  EXPECT_EQ(busy[2], 50) << "the log does not reach it: the mean";
  EXPECT_EQ(log.unseen_hours(), 22);
}

TEST(JobLog, HasAMachineAsLargeAsItsLargestJobOrHour) {
  const std::string text = std::string("1 0 0 3600 2") + kRestOfJob + "2 0 0 3600 6" + kRestOfJob;
  EXPECT_EQ(swf_log(text).machine_nodes, 8);
  EXPECT_TRUE(swf_log(text).guesses.back().starts_with("the log does not say how large the machine is"));
  EXPECT_EQ(swf_log(std::string("1 0 0 60 2") + kRestOfJob + "2 3600 0 3600 6" + kRestOfJob).machine_nodes,
            6);
  JobLogWishes wishes;
  wishes.machine_nodes = 16;
  EXPECT_EQ(swf_log(text, wishes).machine_nodes, 16);
  wishes.machine_nodes = 4;
  EXPECT_EQ(swf_log(text, wishes).busy_percent()[0], 100) << "no more than all of it";
  EXPECT_TRUE(swf_log(text, wishes).guesses.back().starts_with("jobs of some hour have more than"));
}

TEST(JobLog, ShowsTheFirstLinesThatItDrops) {
  std::string text;
  for (int i = 0; i < 7; ++i) text += "1 2\n";
  text += std::string(70'000, '1') + "\n1 0 0 60 1" + kRestOfJob + std::string(70'000, '2');
  const JobLog log = swf_log(text);
  EXPECT_EQ(log.lines, 10);
  EXPECT_EQ(log.dropped, 9);
  ASSERT_EQ(log.first_dropped.size(), JobLog::kShown);
  EXPECT_EQ(log.first_dropped[4].line, 5);
  EXPECT_EQ(log.first_dropped[4].why, "it has 2 of 18 fields");
  EXPECT_EQ(log.hours.jobs(), 1);
  const JobLog last = swf_log(std::string(70'000, '1') + "\n");
  EXPECT_EQ(last.wrong, "the log has not one job that ran");
  EXPECT_EQ(last.first_dropped.at(0).why, "it is longer than 64 KiB");
}

TEST(JobLog, IsNoLogWithoutAJob) {
  EXPECT_EQ(swf_log("").wrong, "the log has not one job that ran");
  TextLines lines = TextLines::of_text("JobID|Start\n1|2\n");
  EXPECT_TRUE(read_job_log(lines, JobLogForm::sacct, {}).wrong.starts_with("the log needs the columns"));
}

TEST(JobLog, HasAWeekFromTwoWeeksOn) {
  const std::string two_weeks = std::to_string(14 * 86'400), less = std::to_string(14 * 86'400 - 1);
  EXPECT_EQ(swf_log("1 0 0 " + two_weeks + " 1" + kRestOfJob).busy_percent().size(), 168u);
  EXPECT_EQ(swf_log("1 0 0 " + less + " 1" + kRestOfJob).busy_percent().size(), 24u);
}

std::string sample_of(const char* path) {
  const char* data = std::getenv("HEADRACE_DATA");
  return data == nullptr ? std::string() : std::string(data) + path;
}

// 800 published jobs of 1 to 16 processors, not sorted, without a header and with negative zeros.
TEST(JobLog, OfAPublishedWorkloadIsReadUnchanged) {
  if (std::getenv("HEADRACE_DATA") == nullptr)
    GTEST_SKIP() << "HEADRACE_DATA names no folder with the sample";
  TextLines lines(sample_of("/traces/swf/evalys_easy_medium.swf"));
  const JobLog log = read_job_log(lines, JobLogForm::swf, {});
  EXPECT_EQ(log.wrong, "");
  EXPECT_EQ(log.hours.jobs(), 800);
  EXPECT_EQ(log.dropped, 0);
  EXPECT_EQ(log.hours.begin(), 0);
}

// Rows of jobs and of their steps, between snowmen and without a header.
TEST(JobLog, OfAPublishedAccountingIsReadUnchanged) {
  if (std::getenv("HEADRACE_DATA") == nullptr)
    GTEST_SKIP() << "HEADRACE_DATA names no folder with the sample";
  TextLines lines(sample_of("/traces/sacct/rug_sacct_snowman_delim.txt"));
  JobLogWishes wishes;
  wishes.columns =
      "JobID,JobName,User,Partition,NodeList,NNodes,NCPUS,NTasks,State,Submit,Start,End,Timelimit,Elapsed,"
      "TotalCPU,UserCPU,SystemCPU,ReqMem,MaxRSS,TRESUsageInTot,TRESUsageOutTot,MaxDiskWrite,MaxDiskRead,"
      "MaxRSSNode,MaxDiskWriteNode,MaxDiskReadNode,Comment,AdminComment";
  const JobLog log = read_job_log(lines, JobLogForm::sacct, wishes);
  EXPECT_EQ(log.wrong, "");
  EXPECT_GT(log.hours.jobs(), 20);
  EXPECT_GT(log.steps, log.hours.jobs());
  EXPECT_EQ(log.hours.jobs() + log.steps + log.dropped, log.lines);
}

}  // namespace
}  // namespace headrace
