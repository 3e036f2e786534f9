#include "models/formats/recordio.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// length = 32 B of head and the sample, filled up to 4 B.
TEST(RecordIo, RecordsStandOneAfterAnother) {
  EXPECT_EQ(RecordIoContainer::length_of(100_B), 132_B);
  EXPECT_EQ(RecordIoContainer::length_of(101_B), 136_B);
  RecordIoWork work;
  work.record = 3_us;
  RecordIoContainer file(work);
  FileReads reads;
  file.opened(101_B, 10, reads);
  file.sample(7, reads);
  file.sample(0, reads);
  EXPECT_EQ(reads.reads, (std::vector<FileReads::Read>{{136_B * 7, 136_B}, {Bytes(), 136_B}}));
  EXPECT_EQ(reads.work, 6_us);
}

}  // namespace
}  // namespace headrace
