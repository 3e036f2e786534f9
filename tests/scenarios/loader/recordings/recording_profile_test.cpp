#include "scenarios/loader/recordings/recording_profile.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

RecordedOperation read_at(Duration begin, Bytes offset, Bytes length, std::uint32_t file = 0) {
  return recorded(IoOperation::read, begin, begin + 10_ms, file, length, offset);
}

// Darshan counts a size among those up to its end: 100 B in the first, 1 MiB in the fifth.
TEST(RecordingProfile, CountsSizesAsDarshanDoes) {
  const RecordingProfile found = profile_of(recording_of(
      {read_at(0_ms, 0_B, 100_B), read_at(20_ms, 0_B, 101_B), read_at(40_ms, 0_B, Bytes::count(1'000'000)),
       read_at(60_ms, 0_B, Bytes::count(2'000'000'000))}));
  EXPECT_EQ(found.reads.sizes, (std::array<std::int64_t, 10>{1, 1, 0, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(found.reads.count, 4);
  EXPECT_EQ(found.reads.time, 40_ms);
}

// The first access of a file follows none. Another file between two of one changes nothing.
TEST(RecordingProfile, TellsSequentialFromConsecutive) {
  const RecordingProfile found = profile_of(
      recording_of({read_at(0_ms, 0_B, 10_B), read_at(20_ms, 10_B, 10_B), read_at(40_ms, 0_B, 10_B, 1),
                    read_at(60_ms, 30_B, 10_B), read_at(80_ms, 0_B, 10_B)},
                   2));
  EXPECT_EQ(found.reads.sequential, 2);
  EXPECT_EQ(found.reads.consecutive, 1);
}

// Operations under way at once are one time of the process.
TEST(RecordingProfile, SaysWhenAProcessWasBusy) {
  Recording recording = recording_of(
      {read_at(0_ms, 0_B, 10_B), read_at(5_ms, 0_B, 10_B), recorded(IoOperation::stat, 90_ms, 100_ms)});
  const RecordingProfile found = profile_of(recording);
  EXPECT_EQ(found.busy, 25_ms);
  EXPECT_EQ(found.span, 100_ms);
  EXPECT_EQ(found.names, 1);
  EXPECT_EQ(found.name_time, 10_ms);
}

TEST(RecordingProfile, CountsFilesByUse) {
  Recording recording =
      recording_of({read_at(0_ms, 0_B, 10_B), recorded(IoOperation::write, 20_ms, 30_ms, 1, 10_B),
                    recorded(IoOperation::write, 40_ms, 50_ms, 2, 10_B), read_at(60_ms, 0_B, 10_B, 2)},
                   4);
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().operations = {read_at(0_ms, 0_B, 10_B)};
  const RecordingProfile found = profile_of(recording);
  EXPECT_EQ(found.files, 3);
  EXPECT_EQ(found.read_only, 1);
  EXPECT_EQ(found.write_only, 1);
  EXPECT_EQ(found.read_write, 1);
  EXPECT_EQ(found.shared, 1);
}

TEST(RecordingProfile, LeavesOutMpiIo) {
  Recording recording = recording_of({read_at(0_ms, 0_B, 10_B)});
  recording.processes.front().operations.front().layer = RecordedLayer::mpi;
  EXPECT_EQ(profile_of(recording).reads.count, 0);
}

}  // namespace
}  // namespace headrace
