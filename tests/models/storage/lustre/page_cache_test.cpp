#include "models/storage/lustre/page_cache.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

PageCache lru(Bytes capacity) { return PageCache(capacity, Chosen<CachePolicy>("lru")); }

FileId file_id(std::int64_t index, std::int32_t set = 0) {
  FileId id;
  id.set = set;
  id.index = index;
  return id;
}

void expect_run(PageRun run, Bytes begin, Bytes end) {
  EXPECT_EQ(run.begin.count(), begin.count());
  EXPECT_EQ(run.end.count(), end.count());
}

// Whatever comes, is given up or comes back: a piece is found as long as it is held, and counted once.
TEST(PageCache, FindsWhatItHolds) {
  RandomStream random(1, "pages");
  PageCache pages(6_MiB, Chosen<CachePolicy>("fifo"));
  std::map<std::int64_t, PageList> lists;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t index = static_cast<std::int64_t>(random.below(3));
    const Bytes border = (1 + static_cast<std::int64_t>(random.below(6))) * 4_MiB;
    if (random.below(50) == 0) {
      pages.drop(file_id(index), lists[index]);
      EXPECT_EQ(pages.pieces_of(file_id(index), lists[index]), 0u);
      continue;
    }
    pages.add(file_id(index), lists[index], border, border - 1_MiB, 1_MiB);
    expect_run(pages.find(file_id(index), lists[index], border), border - 1_MiB, border);
    std::size_t listed = 0, found = 0;
    for (const auto& [at, list] : lists) {
      listed += pages.pieces_of(file_id(at), list);
      for (std::int64_t k = 1; k <= 6; ++k) found += pages.find(file_id(at), list, k * 4_MiB).empty() ? 0 : 1;
    }
    ASSERT_EQ(listed, pages.pieces());
    ASSERT_EQ(found, pages.pieces());
  }
}

// Whatever its borders are, close or far apart, multiples of anything or odd, in whatever order they come:
// the list of an object knows each piece that is held, and drops each.
TEST(PageCache, ListsBordersOfAnyKind) {
  constexpr Bytes kSteps[] = {1_B, 1000_B, 64_KiB, 1_MiB, 4_MiB, 16_MiB, 1024_MiB};
  RandomStream random(2, "borders");
  for (int round = 0; round < 200; ++round) {
    PageCache pages = lru(200_B);
    PageList list;
    for (int i = 0; i < 300; ++i) {
      const Bytes step = kSteps[random.below(std::size(kSteps))];
      const Bytes border = step * static_cast<std::int64_t>(1 + random.below(round % 2 == 0 ? 40 : 4000));
      pages.add(file_id(1), list, border, border - 1_B, 1_B);
    }
    EXPECT_EQ(pages.pieces_of(file_id(1), list), pages.pieces());
    EXPECT_GT(pages.pieces(), 100u);
    pages.drop(file_id(1), list);
    EXPECT_EQ(pages.pieces(), 0u);
  }
}

TEST(PageCache, HoldsOneRunOfAPiece) {
  PageCache pages = lru(1_GiB);
  PageList list;
  pages.add(file_id(1), list, 4_MiB, 1_MiB, 1_MiB);
  expect_run(pages.find(file_id(1), list, 4_MiB), 1_MiB, 2_MiB);
  pages.add(file_id(1), list, 4_MiB, 2_MiB, 1_MiB);  // Goes on.
  expect_run(pages.find(file_id(1), list, 4_MiB), 1_MiB, 3_MiB);
  pages.add(file_id(1), list, 4_MiB, 0_B, 1_MiB);  // Comes before.
  expect_run(pages.find(file_id(1), list, 4_MiB), 0_B, 3_MiB);
  pages.add(file_id(1), list, 4_MiB, 1_MiB, 1_MiB);  // Lies inside.
  expect_run(pages.find(file_id(1), list, 4_MiB), 0_B, 3_MiB);
  EXPECT_EQ(pages.held(), 3_MiB);
  pages.add(file_id(1), list, 8_MiB, 7_MiB, 1_MiB);  // Another piece.
  EXPECT_EQ(pages.held(), 4_MiB);
  pages.add(file_id(1), list, 8_MiB, 4_MiB, 2_MiB);  // Apart: the newer stays.
  expect_run(pages.find(file_id(1), list, 8_MiB), 4_MiB, 6_MiB);
  EXPECT_EQ(pages.held(), 5_MiB);
  pages.add(file_id(1), list, 8_MiB, 7_MiB, 1_MiB);  // Apart on the other side: the gap is not held.
  expect_run(pages.find(file_id(1), list, 8_MiB), 7_MiB, 8_MiB);
  EXPECT_EQ(pages.held(), 4_MiB);
  EXPECT_EQ(pages.pieces(), 2u);
  pages.drop(file_id(1), list);
  EXPECT_EQ(pages.held(), 0_B);
  EXPECT_EQ(pages.pieces(), 0u);
  EXPECT_TRUE(pages.find(file_id(1), list, 4_MiB).empty());
  EXPECT_EQ(pages.imbalance(), "");
}

// What was given up does not come back with the next bytes beside it.
TEST(PageCache, ForgetsTheRunOfAPieceThatWasGivenUp) {
  PageCache pages = lru(2_MiB);
  PageList one, two;
  pages.add(file_id(1), one, 4_MiB, 0_B, 1_MiB);
  pages.add(file_id(2), two, 4_MiB, 0_B, 2_MiB);
  EXPECT_TRUE(pages.find(file_id(1), one, 4_MiB).empty());
  expect_run(pages.find(file_id(2), two, 4_MiB), 0_B, 2_MiB);
  pages.add(file_id(1), one, 4_MiB, 1_MiB, 1_MiB);
  expect_run(pages.find(file_id(1), one, 4_MiB), 1_MiB, 2_MiB);
  EXPECT_EQ(pages.held(), 1_MiB);
}

TEST(PageCache, KeepsNothingThatDoesNotFit) {
  PageCache pages = lru(1_MiB);
  PageList list;
  pages.add(file_id(1), list, 4_MiB, 0_B, 1_MiB);
  pages.add(file_id(1), list, 4_MiB, 1_MiB, 1_B);  // Grows out of the cache.
  EXPECT_EQ(pages.held(), 0_B);
  EXPECT_TRUE(pages.find(file_id(1), list, 4_MiB).empty());
  EXPECT_FALSE(lru(0_B).on());
}

// Files, sets and borders never share a key.
TEST(PageCache, TellsAllPiecesApart) {
  PageCache pages = lru(1_GiB);
  PageList list;
  std::size_t pieces = 0;
  for (const std::int64_t index : {0L, 1L, 1L << 40}) {
    for (const std::int32_t set : {0, 1, 16'383}) {
      for (const Bytes border : {1_B, 4_MiB, 1024_TiB - 1_B}) {
        pages.add(file_id(index, set), list, border, border - 1_B, 1_B);
        EXPECT_EQ(pages.pieces(), ++pieces);
      }
    }
  }
}

}  // namespace
}  // namespace headrace
