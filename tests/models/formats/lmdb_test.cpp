#include "models/formats/lmdb.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace headrace {
namespace {

using Read = FileReads::Read;

constexpr Bytes kPage = 4096_B;

// Opens a database of such samples, and says what a sample in the middle reads once its leaf was seen.
std::vector<Read> reads_of(Bytes sample, Bytes read_around) {
  LmdbSpec spec;
  spec.read_around = read_around;
  LmdbContainer data(spec, {});
  FileReads reads;
  data.opened(sample, 1000, reads);
  data.sample(500, reads);
  reads.clear();
  data.sample(500, reads);
  return reads.reads;
}

// Measured with py-lmdb 1.4 and keys of 8 B: 2,000 samples of 110,000 B make 54,016 pages, of them 54,000
// of data, 13 leaves and one branch, which is left out; 20,000 of 3,000 B 20,133 pages; 20,000 of 100 B,
// which lie in leaves, 613.
TEST(Lmdb, IsAsLongAsARealOne) {
  EXPECT_EQ(LmdbContainer::size_of(110'000_B, 2000), kPage * (54'016 - 1));
  EXPECT_NEAR(static_cast<double>(LmdbContainer::size_of(3000_B, 20'000) / kPage), 20'133, 3);
  EXPECT_NEAR(static_cast<double>(LmdbContainer::size_of(100_B, 20'000) / kPage), 613, 613 * 0.04);
}

// Measured on Linux 6.18 with a window W of 2,048 pages: n pages touched from p on have these pages in
// memory, counted from p. Here the window is the same, and a sample has n pages.
TEST(Lmdb, ReadsTheWindowsOfTheKernel) {
  const std::pair<std::int64_t, std::int64_t> ends[] = {{1, 1024},    {500, 1024},  {512, 1024},
                                                        {513, 3072},  {1000, 3072}, {1500, 5120},
                                                        {3000, 5120}, {4500, 7168}};
  for (const auto& [pages, end] : ends) {
    const std::vector<Read> reads = reads_of(kPage * pages - 16_B, kPage * 2048);
    const Bytes begin = kPage * (2 + pages * 500), first = std::max(begin, kPage * 1024) - kPage * 1024;
    ASSERT_FALSE(reads.empty());
    EXPECT_EQ(reads.front().offset, first) << pages;
    const Bytes last = reads.back().offset + reads.back().length;
    EXPECT_EQ(last, std::min(begin + kPage * end, LmdbContainer::size_of(kPage * pages - 16_B, 1000)))
        << pages;
    for (std::size_t i = 1; i < reads.size(); ++i)
      EXPECT_EQ(reads[i].offset, reads[i - 1].offset + reads[i - 1].length) << pages;
  }
}

// Without read-ahead each page is a read of its own, one after another: 110,016 B are 27 pages.
TEST(Lmdb, ReadsPageByPageWithoutReadAhead) {
  const std::vector<Read> reads = reads_of(110'000_B, kPage);
  ASSERT_EQ(reads.size(), 27u);
  for (std::size_t i = 0; i < reads.size(); ++i)
    EXPECT_EQ(reads[i], (Read{kPage * (2 + 27 * 500 + static_cast<std::int64_t>(i)), kPage}));
}

// A sample in a leaf costs its leaf, once while the database is open.
TEST(Lmdb, SmallSamplesLieInLeaves) {
  LmdbSpec spec;
  spec.read_around = kPage;
  LmdbWork work;
  work.get = 1_us;
  LmdbContainer data(spec, work);
  FileReads reads;
  data.opened(100_B, 100, reads);
  EXPECT_EQ(reads.reads, (std::vector<Read>{{Bytes(), kPage * 2}}));
  for (std::int64_t place = 0; place < 100; ++place) data.sample(place, reads);
  EXPECT_EQ(reads.reads.size(), 1u + 3) << "34 samples a leaf";
  EXPECT_EQ(reads.work, 100_us);
}

// No read goes past the end of the file, or before its beginning.
TEST(Lmdb, ReadsWhatThereIs) {
  for (const Bytes sample : {100_B, 5000_B, 300'000_B}) {
    LmdbContainer data({}, {});
    FileReads reads;
    data.opened(sample, 40, reads);
    for (std::int64_t place = 0; place < 40; ++place) data.sample(place, reads);
    for (const Read& read : reads.reads) {
      EXPECT_GE(read.offset, Bytes());
      EXPECT_GT(read.length, Bytes());
      EXPECT_LE(read.offset + read.length, LmdbContainer::size_of(sample, 40));
    }
  }
}

}  // namespace
}  // namespace headrace
