#include "scenarios/loader/job_logs/swf_lines.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// Makes a line of a job: its submission, wait, run time, processors, those that it asked for, and its status.
std::string swf(const std::string& submit, const std::string& wait, const std::string& run,
                const std::string& processors, const std::string& requested = "-1",
                const std::string& status = "1") {
  return "1 " + submit + " " + wait + " " + run + " " + processors + " -1 -1 " + requested + " -1 -1 " +
         status + " -1 -1 -1 -1 -1 -1 -1";
}

TEST(SwfLines, AreJobs) {
  SwfLines lines;
  const JobLine line = lines.read(swf("100.5", "-0.0", "20", "4"));
  ASSERT_EQ(line.is, JobLine::Is::job);
  EXPECT_EQ(line.job.start, 100.5);
  EXPECT_EQ(line.job.end, 120.5);
  EXPECT_EQ(line.job.nodes, 4);
  EXPECT_EQ(lines.read("  " + swf("1", "2", "3", "4") + "\t\r").job.start, 3);
  EXPECT_EQ(lines.read("").is, JobLine::Is::nothing);
  EXPECT_EQ(lines.read(swf("1", "2", "3", "4", "4", "3")).is, JobLine::Is::step);
}

TEST(SwfLines, AreDroppedForAReason) {
  SwfLines lines;
  const auto why = [&](const std::string& line) {
    const JobLine read = lines.read(line);
    EXPECT_EQ(read.is, JobLine::Is::dropped) << line;
    return read.why;
  };
  EXPECT_EQ(why("1 2 3"), "it has 3 of 18 fields");
  EXPECT_EQ(why(swf("1", "2", "3", "4") + " 5"), "it has more than 18 fields");
  EXPECT_EQ(why(swf("1", "x", "3", "4")), "field 3 is no number");
  EXPECT_EQ(why(swf("1", "nan", "3", "4")), "field 3 is no number");
  EXPECT_EQ(why(swf("-1", "2", "3", "4")), "it was submitted at no known time");
  EXPECT_EQ(why(swf("1", "2", "-1", "4")), "it ran for no time, or for an unknown one");
  EXPECT_EQ(why(swf("1", "2", "0", "4")), "it ran for no time, or for an unknown one");
  EXPECT_EQ(why(swf("1", "2", "3", "-1")), "it had no processors, or an unknown number");
  EXPECT_EQ(why(swf("1e300", "2", "3", "1")), "its numbers cannot be meant");
  EXPECT_EQ(why(swf("1", "2", "3", "1e10")), "its numbers cannot be meant");
}

TEST(SwfLines, SayWhatWasGuessed) {
  SwfLines lines;
  lines.read(swf("1", "-1", "3", "-1", "8"));
  const std::vector<std::string> guesses = lines.guesses();
  ASSERT_EQ(guesses.size(), 4u);
  EXPECT_TRUE(guesses[0].starts_with("the log does not say when it begins"));
  EXPECT_TRUE(guesses[1].starts_with("the log counts processors"));
  EXPECT_EQ(guesses[2], "unknown waits, of 1 jobs, are taken for none");
  EXPECT_TRUE(guesses[3].starts_with("unknown numbers of processors, of 1 jobs"));
  EXPECT_EQ(lines.since_monday(), 0);
  EXPECT_FALSE(lines.machine());
}

// 1970-01-01 was a Thursday: 0:00 there is three days behind a Monday. 64 processors on 16 nodes are four
// each.
TEST(SwfLines, HaveAHeader) {
  SwfLines lines;
  for (const char* const line :
       {"; Version: 2.2", ";MaxNodes: 16", "; MaxProcs:  64 (of 4 each)", "; UnixStartTime: 86400",
        "; TimeZone: 3600", "; Note: MaxNodes: 5", ";", "; MaxNodes"})
    EXPECT_EQ(lines.read(line).is, JobLine::Is::nothing);
  EXPECT_EQ(lines.machine(), 16);
  EXPECT_TRUE(lines.counts_nodes());
  EXPECT_EQ(lines.since_monday(), 4 * 86'400 + 3600);
  EXPECT_EQ(lines.read(swf("1", "2", "3", "32")).job.nodes, 8);
  EXPECT_TRUE(lines.guesses().empty());
  lines.read("; MaxNodes: 99");
  EXPECT_EQ(lines.machine(), 16) << "a header stands before the first job";
}

TEST(SwfLines, OfAHeaderWithoutNodesCountProcessors) {
  SwfLines lines;
  lines.read("; MaxProcs: 64");
  EXPECT_EQ(lines.machine(), 64);
  EXPECT_FALSE(lines.counts_nodes());
  EXPECT_EQ(lines.read(swf("1", "2", "3", "32")).job.nodes, 32);
  SwfLines of_nodes;
  of_nodes.read("; MaxNodes: 16");
  EXPECT_FALSE(of_nodes.machine()) << "how many processors make a node is not known";
}

}  // namespace
}  // namespace headrace
