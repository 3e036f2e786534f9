#include "models/storage/lustre/page_cache.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

PageCache lru(Bytes capacity) { return PageCache(capacity, Chosen<CachePolicy>("lru")); }

FileId file(std::int64_t index, std::int32_t set = 0) {
  FileId id;
  id.set = set;
  id.index = index;
  return id;
}

void expect_run(PageRun run, Bytes begin, Bytes end) {
  EXPECT_EQ(run.begin.count(), begin.count());
  EXPECT_EQ(run.end.count(), end.count());
}

// Whatever is put and erased: a list finds what a map finds, and visits each border once.
TEST(PageList, KeepsOneRunForEachBorder) {
  RandomStream random(1, "list");
  for (int round = 0; round < 50; ++round) {
    PageList list;
    std::map<Bytes, PageRun> expected;
    for (int i = 0; i < 100; ++i) {
      const Bytes border = (1 + static_cast<std::int64_t>(random.below(6))) * 4_MiB;
      PageRun run;
      run.begin = border - 4_MiB;
      run.end = run.begin + Bytes::count(1 + static_cast<std::int64_t>(random.below(1000)));
      if (random.below(3) == 0) {
        list.erase(border);
        expected.erase(border);
      } else {
        list.put(border, run);
        expected[border] = run;
      }
      for (std::int64_t k = 1; k <= 6; ++k) {
        const auto found = expected.find(k * 4_MiB);
        expect_run(list.find(k * 4_MiB), found == expected.end() ? 0_B : found->second.begin,
                   found == expected.end() ? 0_B : found->second.end);
      }
      std::map<Bytes, int> visited;
      list.each([&](Bytes border_of_piece) { ++visited[border_of_piece]; });
      ASSERT_EQ(visited.size(), expected.size());
      for (const auto& [at, times] : visited) EXPECT_EQ(times, 1) << at.count();
    }
  }
}

TEST(PageCache, HoldsOneRunOfAPiece) {
  PageCache pages = lru(1_GiB);
  PageList list;
  pages.add(file(1), list, 4_MiB, 1_MiB, 1_MiB);
  expect_run(list.find(4_MiB), 1_MiB, 2_MiB);
  pages.add(file(1), list, 4_MiB, 2_MiB, 1_MiB);  // Goes on.
  expect_run(list.find(4_MiB), 1_MiB, 3_MiB);
  pages.add(file(1), list, 4_MiB, 0_B, 1_MiB);  // Comes before.
  expect_run(list.find(4_MiB), 0_B, 3_MiB);
  pages.add(file(1), list, 4_MiB, 1_MiB, 1_MiB);  // Lies inside.
  expect_run(list.find(4_MiB), 0_B, 3_MiB);
  EXPECT_EQ(pages.held(), 3_MiB);
  pages.add(file(1), list, 8_MiB, 7_MiB, 1_MiB);  // Another piece.
  EXPECT_EQ(pages.held(), 4_MiB);
  pages.add(file(1), list, 8_MiB, 4_MiB, 2_MiB);  // Apart: the newer stays.
  expect_run(list.find(8_MiB), 4_MiB, 6_MiB);
  EXPECT_EQ(pages.held(), 5_MiB);
  EXPECT_EQ(pages.pieces(), 2u);
  pages.drop(file(1), list);
  EXPECT_EQ(pages.held(), 0_B);
  EXPECT_EQ(pages.pieces(), 0u);
  EXPECT_TRUE(list.find(4_MiB).empty());
  EXPECT_EQ(pages.imbalance(), "");
}

// What was given up does not come back with the next bytes beside it.
TEST(PageCache, ForgetsTheRunOfAPieceThatWasGivenUp) {
  PageCache pages = lru(2_MiB);
  PageList one, two;
  pages.add(file(1), one, 4_MiB, 0_B, 1_MiB);
  pages.add(file(2), two, 4_MiB, 0_B, 2_MiB);
  EXPECT_FALSE(pages.holds(file(1), 4_MiB));
  EXPECT_FALSE(pages.hit(file(1), 4_MiB, 1_MiB));
  EXPECT_TRUE(pages.hit(file(2), 4_MiB, 1_MiB));
  pages.add(file(1), one, 4_MiB, 1_MiB, 1_MiB);
  expect_run(one.find(4_MiB), 1_MiB, 2_MiB);
  EXPECT_EQ(pages.held(), 1_MiB);
}

TEST(PageCache, KeepsNothingThatDoesNotFit) {
  PageCache pages = lru(1_MiB);
  PageList list;
  pages.add(file(1), list, 4_MiB, 0_B, 1_MiB);
  pages.add(file(1), list, 4_MiB, 1_MiB, 1_B);  // Grows out of the cache.
  EXPECT_EQ(pages.held(), 0_B);
  EXPECT_TRUE(list.find(4_MiB).empty());
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
        pages.add(file(index, set), list, border, border - 1_B, 1_B);
        EXPECT_EQ(pages.pieces(), ++pieces);
      }
    }
  }
}

}  // namespace
}  // namespace headrace
