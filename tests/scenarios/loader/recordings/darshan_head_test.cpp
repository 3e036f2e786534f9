#include "scenarios/loader/recordings/darshan_head.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(DarshanHead, TakesWhatALogSaysOfItsRun) {
  DarshanHead head;
  ImportReport report;
  for (const char* const line : {"# exe: ./reader", "# start_time: 1600000000", "# nprocs: 8", "# uid: 5",
                                 "# *WARNING*: The POSIX module contains incomplete data!"})
    head.take(line, report);
  EXPECT_EQ(head.start, Duration::seconds(1.6e9));
  EXPECT_EQ(head.processes, 8);
  ASSERT_EQ(report.told.size(), 3u);
  EXPECT_EQ(report.told[0], "exe: ./reader");
  EXPECT_NE(report.told[2].find("incomplete"), std::string::npos);
}

TEST(DarshanHead, TakesNoNonsense) {
  DarshanHead head;
  ImportReport report;
  head.take("# start_time: 99999999999999", report);
  head.take("# nprocs: -3", report);
  EXPECT_EQ(head.processes, 1);
  EXPECT_LE(head.start, Duration::seconds(1) * (std::int64_t{1} << 32));
}

TEST(DarshanHead, FindsTextBehindAKey) {
  EXPECT_EQ(text_behind("# a: 5", "a:"), "5");
  EXPECT_FALSE(text_behind("# a: 5", "b:"));
}

}  // namespace
}  // namespace headrace
