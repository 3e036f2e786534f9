#include "models/jobs/replay/replay_lanes.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

using Indices = std::vector<std::size_t>;

RecordedOperation call_of(Duration begin, Duration end, std::uint16_t thread = 0) {
  return recorded(IoOperation::read, begin, end, 0, 1_MiB, Bytes(), thread);
}

std::vector<ReplayLane> lanes(std::vector<RecordedOperation> operations, Duration resolution = Duration()) {
  const Recording recording = recording_of(std::move(operations));
  return lanes_of(recording.processes.front(), resolution, false);
}

// The drawing of the header: b follows a; c began while a was under way, so with the process.
TEST(ReplayLanes, AreAsManyAsWereUnderWayAtOnce) {
  const auto found = lanes({call_of(1_s, 3_s), call_of(2_s, 6_s), call_of(4_s, 5_s)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].operations, (Indices{0, 2}));
  EXPECT_EQ(found[0].after, ReplayLane::kNone);
  EXPECT_EQ(found[0].delay, 1_s);
  EXPECT_EQ(found[1].operations, Indices{1});
  EXPECT_EQ(found[1].delay, 2_s);
}

// A new lane hangs on what ended last before it, by the gap between them.
TEST(ReplayLanes, BeginBehindWhatHadEnded) {
  const auto found = lanes({call_of(0_s, 1_s), call_of(2_s, 9_s), call_of(3_s, 4_s)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].operations, (Indices{0, 1}));
  EXPECT_EQ(found[1].operations, Indices{2});
  EXPECT_EQ(found[1].after, 0u);
  EXPECT_EQ(found[1].delay, 2_s);
}

// Of two lanes that are free the one that ended last goes on.
TEST(ReplayLanes, GoOnWhereOneEndedLast) {
  const auto found = lanes({call_of(0_s, 2_s), call_of(1_s, 4_s), call_of(5_s, 6_s)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].operations, Indices{0});
  EXPECT_EQ(found[1].operations, (Indices{1, 2}));
}

TEST(ReplayLanes, KeepThreadsApart) {
  const auto found = lanes({call_of(0_s, 1_s, 1), call_of(2_s, 3_s, 2), call_of(4_s, 5_s, 1)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].operations, (Indices{0, 2}));
  EXPECT_EQ(found[1].operations, Indices{1});
  EXPECT_EQ(found[1].after, 0u);
}

// Calls of one thread that overlap are several's, whatever the trace calls them.
TEST(ReplayLanes, SplitAThreadOfSeveralCallsAtOnce) {
  EXPECT_EQ(lanes({call_of(0_s, 3_s, 1), call_of(1_s, 2_s, 1)}).size(), 2u);
}

// A clock of 0.1 ms may say that an operation begins before the one before it has ended.
TEST(ReplayLanes, ForgiveTheStepOfTheClock) {
  const std::vector<RecordedOperation> operations = {call_of(0_ms, 10_ms), call_of(10_ms - 100_us, 20_ms)};
  EXPECT_EQ(lanes(operations).size(), 2u);
  EXPECT_EQ(lanes(operations, 100_us).size(), 1u);
}

TEST(ReplayLanes, LeaveOutMpiIoWherePosixIsBeneath) {
  Recording recording = recording_of({call_of(0_s, 2_s), call_of(1_s, 2_s)});
  recording.processes.front().operations.front().layer = RecordedLayer::mpi;
  EXPECT_FALSE(is_of_mpi_alone(recording));
  const auto found = lanes_of(recording.processes.front(), Duration(), is_of_mpi_alone(recording));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().operations, Indices{1});
  recording.processes.front().operations.back().layer = RecordedLayer::mpi;
  EXPECT_TRUE(is_of_mpi_alone(recording));
  EXPECT_EQ(lanes_of(recording.processes.front(), Duration(), true).size(), 2u);
}

}  // namespace
}  // namespace headrace
