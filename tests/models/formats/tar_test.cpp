#include "models/formats/tar.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using Read = FileReads::Read;

TarWork work_of(Duration member) {
  TarWork work;
  work.member = member;
  return work;
}

// Measured: a tar of 2,000 samples of 110,000 B with a label of 1 B each, as Python 3.11's tarfile writes
// it, has 223,242,240 B: 2,000 x (512 + 110,080 + 1,024) + 1,024 B, filled up to 10,240 B.
TEST(Tar, IsAsLongAsARealOne) {
  EXPECT_EQ(TarContainer::length_of({}, 110'000_B), 111'616_B);
  EXPECT_EQ(TarContainer::size_of({}, 110'000_B, 2000), 223'242'240_B);
  EXPECT_EQ(TarContainer::length_of({.members = 1}, 512_B), 1024_B);
  EXPECT_EQ(TarContainer::length_of({.members = 3}, 1_B), 512_B * 6);
}

// In order each sample costs itself; a later one also what lies between, an earlier one all from the front.
TEST(Tar, IsReadFromTheFront) {
  TarContainer tar({}, work_of(20_us));
  FileReads reads;
  tar.opened(1000_B, 8, reads);
  EXPECT_TRUE(reads.reads.empty());
  const Bytes one = TarContainer::length_of({}, 1000_B);
  tar.sample(0, reads);
  tar.sample(1, reads);
  tar.sample(4, reads);
  tar.sample(2, reads);
  EXPECT_EQ(reads.reads,
            (std::vector<Read>{{Bytes(), one}, {one, one}, {one * 2, one * 3}, {Bytes(), one * 3}}));
  EXPECT_EQ(reads.work, 20_us * 16);
  reads.clear();
  tar.opened(1000_B, 8, reads);
  tar.sample(0, reads);
  EXPECT_EQ(reads.reads, (std::vector<Read>{{Bytes(), one}})) << "another file begins at its front";
}

// All samples in order read every byte before the end of the file once.
TEST(Tar, ReadsEachByteOnceInOrder) {
  TarContainer tar({}, {});
  FileReads reads;
  tar.opened(777_B, 50, reads);
  for (std::int64_t place = 0; place < 50; ++place) tar.sample(place, reads);
  Bytes at;
  for (const Read& read : reads.reads) {
    EXPECT_EQ(read.offset, at);
    at += read.length;
  }
  EXPECT_LE(at, TarContainer::size_of({}, 777_B, 50));
  EXPECT_GT(at + 10'240_B + 1024_B, TarContainer::size_of({}, 777_B, 50));
}

}  // namespace
}  // namespace headrace
