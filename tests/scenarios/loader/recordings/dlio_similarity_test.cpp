#include "scenarios/loader/recordings/dlio_similarity.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

TEST(DlioSimilarity, IsOneOfARecordingToItself) {
  const Recording recording = recording_of_loader(LoaderForm());
  EXPECT_DOUBLE_EQ(dlio_similarity(recording, recording), 1);
}

// One file of one process, read twice in a row: time 2 t, 2 MiB read, none written, all lengths 1 MiB, 1 MiB
// / t an access, half of the accesses sequential and consecutive, one file.
Recording two_reads(Duration time) {
  Recording recording;
  recording.files.push_back({"/data/a.npz", 2_MiB});
  RecordedProcess process{"rank 0", "node0", {}};
  for (const std::int64_t i : {0, 1}) {
    RecordedOperation read;
    read.begin = Duration::nanoseconds(i * time.ns());
    read.end = read.begin + time;
    read.offset = Bytes::count(i * (1_MiB).count());
    read.length = 1_MiB;
    process.operations.push_back(read);
  }
  recording.processes.push_back(process);
  return recording;
}

// Reads twice as long: of ten factors that are not 0 the time is (1/2, 1) and the bandwidth (1, 1/2), so that
// the cosine is (8 + 1/2 + 1/2) / (8 + 1 + 1/4).
TEST(DlioSimilarity, IsTheCosineOfFactorsOverTheLargerOfTwo) {
  EXPECT_NEAR(dlio_similarity(two_reads(1_ms), two_reads(2_ms)), 9.0 / 9.25, 1e-12);
}

TEST(DlioSimilarity, OfNothingIsDefined) {
  EXPECT_DOUBLE_EQ(dlio_similarity(Recording(), Recording()), 1);
  EXPECT_DOUBLE_EQ(dlio_similarity(Recording(), two_reads(1_ms)), 0);
}

}  // namespace
}  // namespace headrace
