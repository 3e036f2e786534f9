#include "analysis/page/timeline_calls.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace headrace {
namespace {

class TimelineCalls : public testing::Test {
 protected:
  TimelineCalls() : trace_(choice()), one_(&trace_, "jobs/a/rank/0"), two_(&trace_, "jobs/b/rank/3") {
    trace_.name_set(0, "jobs/a/data");
    file_.index = 5;
    one_.call("open", file_, Time() + 1_s, Time() + 1_s + 2_us);
    file_.offset = 4096_B;
    file_.length = 1_MiB;
    one_.call("read", file_, Time() + 2_s, Time() + 2500_ms);
    one_.call("write", file_, Time() + 3_s, Time() + 3100_ms);
    one_.call("read", file_, Time() + 4_s, Time() + 4100_ms);
    two_.call("sync", file_, Time() + 5_s, Time() + 6_s);
  }
  static TraceChoice choice() {
    TraceChoice choice;
    choice.calls = true;
    return choice;
  }

  Trace trace_;
  Track one_, two_;
  Trace::File file_;
};

// Lines as those of DFTracer 1.0.5: a name of a file once, by a hash that its calls give.
TEST_F(TimelineCalls, AreLinesOfDftracer) {
  std::istringstream text(dftracer_lines(trace_));
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, "[");
  std::vector<nlohmann::json> calls;
  std::int64_t id = 0;
  std::uint64_t hash = 0;
  while (std::getline(text, line) && line != "]") {
    const auto event = nlohmann::json::parse(line);
    EXPECT_EQ(event["id"], id++);
    if (event["name"] == "FH") {
      EXPECT_EQ(event["args"]["name"], "/jobs/a/data/file-5");
      EXPECT_EQ(hash, 0u) << "a name twice";
      hash = event["args"]["value"];
    }
    if (event["ph"] == "X") calls.push_back(event);
  }
  EXPECT_EQ(line, "]");
  ASSERT_EQ(calls.size(), 5u);
  EXPECT_EQ(calls[0]["name"], "open");
  EXPECT_EQ(calls[0]["ts"], 1'000'000);
  EXPECT_EQ(calls[0]["dur"], 2);
  EXPECT_FALSE(calls[0]["args"].contains("ret"));
  EXPECT_EQ(calls[1]["name"], "read");
  EXPECT_EQ(calls[1]["args"]["ret"], 1 << 20);
  EXPECT_EQ(calls[1]["args"]["offset"], 4096);
  EXPECT_EQ(calls[1]["args"]["fhash"], hash);
  EXPECT_EQ(calls[1]["pid"], 0);
  EXPECT_EQ(calls[4]["name"], "fsync");
  EXPECT_EQ(calls[4]["pid"], 4) << "ranks of another job follow those of the first";
}

// Rows as darshan-dxt-parser prints them: writes, then reads, each counted by itself.
TEST_F(TimelineCalls, AreBlocksOfDarshan) {
  const std::string text = dxt_blocks(trace_);
  EXPECT_NE(
      text.find(
          "file_name: /jobs/a/data/file-5\n"
          "# DXT, rank: 0, hostname: headrace\n"
          "# DXT, number of threads: 1\n"
          "# DXT, write_count: 1, read_count: 2\n"
          "# DXT, mnt_pt: /, fs_type: simulated\n"
          "# Module    Rank  Wt/Rd  Segment          Offset          Length    Start(s)      End(s)   "
          "Pthread-ID\n"
          " X_POSIX       0  write        0            4096         1048576      3.0000      3.1000   N/A\n"
          " X_POSIX       0   read        0            4096         1048576      2.0000      2.5000   N/A\n"
          " X_POSIX       0   read        1            4096         1048576      4.0000      4.1000   N/A\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("# nprocs: 1\n"), std::string::npos);
  EXPECT_EQ(text.find("incomplete"), std::string::npos);
}

TEST(TimelineCallsThatAreCut, AreSaidToBe) {
  TraceChoice choice;
  choice.calls = true;
  choice.most = 1;
  Trace trace(choice);
  const Track track(&trace, "jobs/a/rank/0");
  track.call("read", {}, Time(), Time() + 1_s);
  track.call("read", {}, Time() + 1_s, Time() + 2_s);
  EXPECT_NE(dxt_blocks(trace).find("DXT_POSIX module contains incomplete data"), std::string::npos);
}

}  // namespace
}  // namespace headrace
