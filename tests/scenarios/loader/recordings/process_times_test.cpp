#include "scenarios/loader/recordings/process_times.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

// Reads from 0 to 10 ms of two threads, a write from 5 to 20 ms, names from 18 to 30 ms: 10, 10 and 10 ms.
// The second process ends the recording at 100 ms.
TEST(ProcessTimes, AddUpToTheSpan) {
  Recording recording =
      recording_of({recorded(IoOperation::read, 0_ms, 10_ms), recorded(IoOperation::read, 2_ms, 8_ms),
                    recorded(IoOperation::write, 5_ms, 20_ms), recorded(IoOperation::stat, 18_ms, 30_ms)});
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().operations = {recorded(IoOperation::write, 60_ms, 100_ms)};
  const std::vector<ProcessTimes> found = process_times(recording);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].process, 1U) << "the one with the most time in files is first";
  EXPECT_EQ(found[0].writing, 40_ms);
  EXPECT_EQ(found[0].none, 60_ms);
  EXPECT_EQ(found[1].reading, 10_ms);
  EXPECT_EQ(found[1].writing, 10_ms);
  EXPECT_EQ(found[1].naming, 10_ms);
  EXPECT_EQ(found[1].none, 70_ms);
}

TEST(ProcessTimes, LeaveOutMpiIo) {
  Recording recording = recording_of({recorded(IoOperation::read, 0_ms, 10_ms)});
  recording.processes[0].operations[0].layer = RecordedLayer::mpi;
  EXPECT_EQ(process_times(recording).at(0).reading, Duration());
  EXPECT_EQ(process_times(recording).at(0).none, 10_ms);
}

}  // namespace
}  // namespace headrace
