#include "models/formats/beton.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using Read = FileReads::Read;

BetonSpec pages(std::int64_t held) {
  BetonSpec spec;
  spec.page = 4_KiB;
  spec.held_pages = held;
  return spec;
}

std::vector<Read> reads_of(const BetonSpec& spec, Bytes sample, const std::vector<std::int64_t>& places) {
  BetonContainer file(spec);
  FileReads reads;
  file.opened(sample, 100, reads);
  for (const std::int64_t place : places) file.sample(place, reads);
  return reads.reads;
}

// Of samples of 1,000 B four (0 to 3) end in the first page of 4,096 B, and four (4 to 7) in the next.
TEST(Beton, ReadsAPageForTheSamplesThatEndInIt) {
  EXPECT_EQ(reads_of(pages(1), 1000_B, {0, 1, 2, 3}), (std::vector<Read>{{0_B, 4_KiB}}));
  EXPECT_EQ(reads_of(pages(1), 1000_B, {3, 4, 7, 8}),
            (std::vector<Read>{{0_B, 4_KiB}, {4_KiB, 4_KiB}, {8_KiB, 4_KiB}}));
}

// reads of an epoch in order = ceil(samples x length / page), and their bytes are the file's.
TEST(Beton, AnEpochInOrderReadsTheFileOnce) {
  std::vector<std::int64_t> all(100);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
  const std::vector<Read> reads = reads_of(pages(1), 1000_B, all);
  EXPECT_EQ(reads.size(), 25U);
  EXPECT_EQ(reads.back().offset + reads.back().length, BetonContainer::size_of(pages(1), 1000_B, 100));
}

TEST(Beton, HoldsThePagesThatWereUsedLast) {
  const std::vector<std::int64_t> to_and_fro = {0, 5, 0, 9, 5, 0};  // Pages 0, 1, 0, 2, 1, 0.
  EXPECT_EQ(reads_of(pages(1), 1000_B, to_and_fro).size(), 6U);
  EXPECT_EQ(reads_of(pages(2), 1000_B, to_and_fro).size(), 5U);
  EXPECT_EQ(reads_of(pages(3), 1000_B, to_and_fro).size(), 3U);
}

TEST(Beton, AFileIsWholePages) {
  EXPECT_EQ(BetonContainer::size_of(pages(1), 1000_B, 4), 4_KiB);
  EXPECT_EQ(BetonContainer::size_of(pages(1), 1000_B, 5), 8_KiB);
}

}  // namespace
}  // namespace headrace
