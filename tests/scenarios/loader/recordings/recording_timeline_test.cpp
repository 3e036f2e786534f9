#include "scenarios/loader/recordings/recording_timeline.h"

#include <gtest/gtest.h>

#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

RecordingTimeline timeline_of(const Recording& recording, std::int64_t bins) {
  return recording_timeline(recording.processes, recording.span(), bins);
}

// 100 B in 40 ms from 5 ms on, in bins of 10 ms of 50 ms: an eighth, a quarter each, and an eighth, in whole
// bytes of the running sum 12.5, 37.5, 62.5, 87.5, 100. The write fills the last bin.
TEST(RecordingTimeline, SharesBytesOfAnOperationAmongItsBins) {
  const RecordingTimeline found =
      timeline_of(recording_of({recorded(IoOperation::stat, 0_ms, 5_ms),
                                recorded(IoOperation::read, 5_ms, 45_ms, 0, 100_B),
                                recorded(IoOperation::write, 40_ms, 50_ms, 0, 7_B)}),
                  5);
  EXPECT_EQ(found.width, 10_ms);
  ASSERT_EQ(found.bins.size(), 5U);
  const Bytes read[] = {12_B, 25_B, 25_B, 25_B, 13_B};
  const Duration reading[] = {5_ms, 10_ms, 10_ms, 10_ms, 5_ms};
  for (std::size_t bin = 0; bin < 5; ++bin) {
    EXPECT_EQ(found.bins[bin].read, read[bin]) << bin;
    EXPECT_EQ(found.bins[bin].reading, reading[bin]) << bin;
  }
  EXPECT_EQ(found.bins[0].naming, 5_ms);
  EXPECT_EQ(found.bins[4].written, 7_B);
  EXPECT_EQ(found.bins[4].writing, 10_ms);
}

// Operations i = 0..999 from 7i us on, of 13i + 1 us and of i * i + 1 bytes: the sums are of whole numbers.
TEST(RecordingTimeline, KeepsBytesAndTimesExactly) {
  std::vector<RecordedOperation> operations;
  Bytes bytes;
  Duration time;
  for (std::int64_t i = 0; i < 1000; ++i) {
    operations.push_back(
        recorded(IoOperation::read, 7_us * i, 7_us * i + 13_us * i + 1_us, 0, Bytes::count(i * i + 1)));
    bytes += Bytes::count(i * i + 1);
    time += 13_us * i + 1_us;
  }
  for (const std::int64_t bins : {1, 7, 64, 1000}) {
    Bytes sum;
    Duration spent;
    for (const TimelineBin& bin : timeline_of(recording_of(operations), bins).bins) {
      EXPECT_GE(bin.read, Bytes());
      sum += bin.read;
      spent += bin.reading;
    }
    EXPECT_EQ(sum, bytes) << bins;
    EXPECT_EQ(spent, time) << bins;
  }
}

// Two from 0 to 10 ms, and one from 10 to 30 ms: what ends at 10 ms is not under way with what begins then.
TEST(RecordingTimeline, CountsOperationsUnderWay) {
  Recording recording =
      recording_of({recorded(IoOperation::read, 0_ms, 10_ms), recorded(IoOperation::read, 10_ms, 30_ms)});
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().operations = {recorded(IoOperation::stat, 0_ms, 10_ms),
                                           recorded(IoOperation::stat, 25_ms, 25_ms)};
  const RecordingTimeline found = timeline_of(recording, 3);
  ASSERT_EQ(found.bins.size(), 3U);
  EXPECT_EQ(found.bins[0].most_at_once, 2);
  EXPECT_EQ(found.bins[1].most_at_once, 1);
  EXPECT_EQ(found.bins[2].most_at_once, 1) << "what takes no time is never under way";
}

// A trace of a coarse clock: all at one instant.
TEST(RecordingTimeline, GivesBytesThatTakeNoTimeToABin) {
  const RecordingTimeline found =
      timeline_of(recording_of({recorded(IoOperation::read, 0_ms, 0_ms, 0, 9_B)}), 64);
  ASSERT_EQ(found.bins.size(), 1U);
  EXPECT_EQ(found.bins[0].read, 9_B);
  EXPECT_TRUE(timeline_of(Recording(), 64).bins.front().read == Bytes());
}

TEST(RecordingTimeline, LeavesOutMpiIo) {
  Recording recording = recording_of({recorded(IoOperation::read, 0_ms, 10_ms, 0, 9_B)});
  recording.processes[0].operations[0].layer = RecordedLayer::mpi;
  const TimelineBin bin = timeline_of(recording, 1).bins.at(0);
  EXPECT_EQ(bin.read, Bytes());
  EXPECT_EQ(bin.most_at_once, 0);
}

}  // namespace
}  // namespace headrace
