#include "scenarios/loader/recordings/file_activity.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

// Of file 0 four accesses: the second follows the first, the third leaves a hole of 10 B, the fourth goes
// back. Another process reads it once, whose first access follows none.
TEST(FileActivity, CountsWhatEachFileSaw) {
  Recording recording = recording_of(
      {recorded(IoOperation::open, 0_ms, 1_ms), recorded(IoOperation::read, 1_ms, 2_ms, 0, 10_B, 0_B),
       recorded(IoOperation::read, 2_ms, 3_ms, 0, 10_B, 10_B),
       recorded(IoOperation::read, 3_ms, 4_ms, 0, 10_B, 30_B),
       recorded(IoOperation::write, 4_ms, 5_ms, 0, 5_B, 0_B)},
      2);
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().operations = {recorded(IoOperation::read, 0_ms, 7_ms, 0, 10_B, 40_B)};
  const std::vector<FileActivity> found = file_activities(recording);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].read, 40_B);
  EXPECT_EQ(found[0].written, 5_B);
  EXPECT_EQ(found[0].time, 12_ms);
  EXPECT_EQ(found[0].accesses, 5);
  EXPECT_EQ(found[0].sequential, 2);
  EXPECT_EQ(found[0].consecutive, 1);
  EXPECT_EQ(found[0].names, 1);
  EXPECT_EQ(found[0].processes, 2);
  EXPECT_EQ(found[1].processes, 0) << "nobody used it";
}

// Files of 1, 2, 3 and 4 B, of which the smallest took longest; the last one was never used.
TEST(FileActivity, FindsTheMostUsedByBytesAndByTime) {
  Recording recording = recording_of(
      {recorded(IoOperation::read, 0_ms, 90_ms, 0, 1_B), recorded(IoOperation::read, 1_ms, 2_ms, 1, 2_B),
       recorded(IoOperation::write, 2_ms, 3_ms, 2, 3_B), recorded(IoOperation::read, 3_ms, 4_ms, 3, 4_B)},
      5);
  const std::vector<FileActivity> all = file_activities(recording);
  EXPECT_EQ(most_active_files(all, 1), (std::vector<std::size_t>{3, 0}));
  EXPECT_EQ(most_active_files(all, 2), (std::vector<std::size_t>{3, 2, 1, 0})) << "1: as long as 2 and 3";
  EXPECT_EQ(most_active_files(all, 9), (std::vector<std::size_t>{3, 2, 1, 0}));
}

}  // namespace
}  // namespace headrace
