#include "models/storage/client/pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/io.h"
#include "sim/random.h"

namespace headrace {
namespace {

constexpr std::uint64_t kObject = 7;

Pages lru(Bytes capacity) { return Pages(capacity, Chosen<CachePolicy>("lru")); }

// A piece is a 64th of the cache, as a power of two, and at most 16 MiB.
TEST(Pages, HavePiecesThatGrowWithTheCache) {
  EXPECT_EQ(lru(6400_B).piece(), 64_B);
  EXPECT_EQ(lru(6_GiB).piece(), 16_MiB);
  EXPECT_EQ(lru(64_MiB).piece(), 1_MiB);
  EXPECT_EQ(lru(3_B).piece(), 1_B);
  EXPECT_FALSE(lru(0_B).on());
}

TEST(Pages, HoldRunsOfAPiece) {
  Pages pages = lru(6400_B);
  pages.add(kObject, 32_B, 160_B);
  EXPECT_EQ(pages.held(), 128_B);
  EXPECT_EQ(pages.held_until(kObject, 32_B, 6400_B), 160_B);
  EXPECT_EQ(pages.held_until(kObject, 32_B, 100_B), 100_B);
  EXPECT_EQ(pages.held_until(kObject, 159_B, 6400_B), 160_B);
  EXPECT_EQ(pages.held_until(kObject, 160_B, 6400_B), 160_B);
  EXPECT_EQ(pages.held_until(kObject, 0_B, 6400_B), 0_B);
  EXPECT_EQ(pages.held_until(8, 32_B, 6400_B), 32_B);
  EXPECT_EQ(pages.next_held(kObject, 0_B, 500_B), 32_B);
  EXPECT_EQ(pages.next_held(kObject, 0_B, 20_B), 20_B);
  EXPECT_EQ(pages.next_held(kObject, 40_B, 500_B), 40_B);
  EXPECT_EQ(pages.next_held(kObject, 160_B, 500_B), 500_B);
  pages.add(kObject, 170_B, 180_B);  // Apart from the other run of its piece.
  EXPECT_EQ(pages.held_until(kObject, 170_B, 6400_B), 180_B);
  EXPECT_EQ(pages.held_until(kObject, 128_B, 6400_B), 160_B);
  EXPECT_EQ(pages.next_held(kObject, 160_B, 500_B), 170_B);
  pages.add(kObject, 150_B, 175_B);
  EXPECT_EQ(pages.held_until(kObject, 128_B, 6400_B), 180_B);
  EXPECT_EQ(pages.held(), 148_B);
  EXPECT_EQ(pages.pieces(), 3u);
  EXPECT_EQ(pages.imbalance(), "");
}

TEST(Pages, AreGivenUpByPieces) {
  Pages pages = lru(6400_B);
  pages.add(kObject, 0_B, 6400_B);
  pages.hit(kObject, 10_B, 20_B);
  pages.add(8, 0_B, 10_B);
  EXPECT_EQ(pages.held_until(kObject, 0_B, 6400_B), 64_B);
  EXPECT_EQ(pages.held_until(kObject, 64_B, 6400_B), 64_B);
  EXPECT_EQ(pages.next_held(kObject, 64_B, 6400_B), 128_B);
  EXPECT_EQ(pages.held(), 6400_B - 64_B + 10_B);
  pages.drop(kObject, 100_B, 6400_B);
  EXPECT_EQ(pages.held(), 74_B);
  EXPECT_EQ(pages.pieces_of(kObject, 0_B, 6400_B), 1u);
  pages.drop_all();
  EXPECT_EQ(pages.held(), 0_B);
  EXPECT_EQ(pages.imbalance(), "");
}

// Pages that were given up do not come back with the next bytes beside them.
TEST(Pages, ForgetTheRunsOfAPieceThatWasGivenUp) {
  Pages pages = lru(6400_B);
  pages.add(kObject, 0_B, 10_B);
  pages.add(8, 0_B, 6400_B);
  EXPECT_EQ(pages.held_until(kObject, 0_B, 6400_B), 0_B);
  pages.add(kObject, 10_B, 20_B);
  EXPECT_EQ(pages.held_until(kObject, 0_B, 6400_B), 0_B);
  EXPECT_EQ(pages.held_until(kObject, 10_B, 6400_B), 20_B);
}

// Against a bit for each byte, of which pieces forget what is not held any more.
TEST(Pages, AreTheBytesThatTheyAre) {
  constexpr std::int64_t kBytes = 256;
  RandomStream random(1, "pages");
  Pages pages(128_B, Chosen<CachePolicy>("fifo"));
  ASSERT_EQ(pages.piece(), 2_B);
  std::vector<std::vector<bool>> came(3, std::vector<bool>(kBytes));
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t object = random.below(3);
    const auto begin = static_cast<std::int64_t>(random.below(kBytes));
    const auto end = begin + 1 + static_cast<std::int64_t>(random.below(16));
    if (random.below(20) == 0) {
      pages.drop(object, Bytes(), Bytes::count(kBytes));
      std::fill(came[object].begin(), came[object].end(), false);
      EXPECT_EQ(pages.pieces_of(object, Bytes(), Bytes::count(kBytes)), 0u);
      continue;
    }
    pages.add(object, Bytes::count(begin), Bytes::count(std::min(end, kBytes)));
    for (std::int64_t at = begin; at < std::min(end, kBytes); ++at)
      came[object][static_cast<std::size_t>(at)] = true;
    std::int64_t held = 0;
    for (std::uint64_t one = 0; one < 3; ++one) {
      for (std::int64_t at = 0; at < kBytes; ++at) {
        const bool is_held = pages.held_until(one, Bytes::count(at), 6400_B) > Bytes::count(at);
        if (is_held) {
          ASSERT_TRUE(came[one][static_cast<std::size_t>(at)]);
        }
        came[one][static_cast<std::size_t>(at)] = is_held;
        held += is_held ? 1 : 0;
      }
    }
    ASSERT_EQ(pages.held().count(), held);
    ASSERT_EQ(pages.imbalance(), "");
  }
}

TEST(Pages, KeepNothingThatDoesNotFit) {
  Pages pages = lru(1_B);
  pages.add(kObject, 0_B, 3_B);
  EXPECT_EQ(pages.held(), 1_B);
  EXPECT_EQ(pages.held_until(kObject, 2_B, 6400_B), 3_B);
}

// Pages of a set of files go together, and those of others stay.
TEST(Pages, DropASet) {
  Pages pages = lru(6400_B);
  FileId one, other;
  one.set = 1;
  other.set = 2;
  for (std::int64_t i = 0; i < 3; ++i) {
    one.index = other.index = i;
    pages.add(object_number(one, 0), 0_B, 10_B);
    pages.add(object_number(other, 0), 0_B, 10_B);
  }
  pages.drop_set(1);
  EXPECT_EQ(pages.held(), 30_B);
  EXPECT_EQ(pages.held_until(object_number(one, 0), 0_B, 10_B), 0_B);
  EXPECT_EQ(pages.held_until(object_number(other, 0), 0_B, 10_B), 10_B);
  EXPECT_EQ(pages.imbalance(), "");
}

}  // namespace
}  // namespace headrace
