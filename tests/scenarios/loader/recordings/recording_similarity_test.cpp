#include "scenarios/loader/recordings/recording_similarity.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

TEST(RecordingSimilarity, IsOneOfARecordingToItself) {
  const Recording recording = recording_of_loader(LoaderForm());
  for (const double one : similarity(recording, recording).all()) EXPECT_DOUBLE_EQ(one, 1);
}

// Each of the six falls where only its own trait is another one.
TEST(RecordingSimilarity, SeesWhatDiffers) {
  const Recording recording = recording_of_loader(LoaderForm());
  LoaderForm slower;
  slower.step = 200_ms;
  EXPECT_NEAR(similarity(recording, recording_of_loader(slower)).throughput, 0.55, 0.05);
  LoaderForm in_order;
  in_order.shuffled = false;
  EXPECT_LT(similarity(recording, recording_of_loader(in_order)).order, 0.7);
  EXPECT_DOUBLE_EQ(similarity(recording, recording_of_loader(in_order)).read_sizes, 1);
  LoaderForm longer_decode;
  longer_decode.decode = 8_ms;
  EXPECT_LT(similarity(recording, recording_of_loader(longer_decode)).gaps, 0.3);
  LoaderForm longer_reads;
  longer_reads.read = 4_ms;
  EXPECT_LT(similarity(recording, recording_of_loader(longer_reads)).concurrency, 0.3);
  Recording pieces = recording;
  for (RecordedOperation& read : pieces.processes.front().operations) read.length = 512_KiB;
  EXPECT_DOUBLE_EQ(similarity(recording, pieces).read_sizes, 0);
}

TEST(RecordingSimilarity, OfNothingIsDefined) {
  for (const double one : similarity(Recording(), Recording()).all()) EXPECT_DOUBLE_EQ(one, 1);
}

}  // namespace
}  // namespace headrace
