#include "models/storage/cached/pages.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

constexpr FileId kPagedFile{1, 7};

TEST(Pages, HoldOneRunOfAPiece) {
  Pages pages(1000_B, 100_B, Chosen<CachePolicy>("lru"));
  pages.add(kPagedFile, 50_B, 250_B);
  EXPECT_EQ(pages.held(), 200_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 50_B), 100_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 100_B), 200_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 249_B), 250_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 250_B), 250_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 0_B), 0_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 0_B, 500_B), 50_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 0_B, 20_B), 20_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 250_B, 500_B), 500_B);
  pages.add(kPagedFile, 270_B, 280_B);  // Apart from the other run of its piece.
  EXPECT_EQ(pages.held_until(kPagedFile, 270_B), 280_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 200_B), 200_B);
  pages.add(kPagedFile, 260_B, 270_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 260_B), 280_B);
  EXPECT_EQ(pages.imbalance(), "");
}

// Runs of a piece that touch are one, whichever came first; those of two pieces are given up one by one, and
// what ends at a border reaches into no other piece.
TEST(Pages, TouchWithinAPieceAndEndAtItsBorder) {
  for (const bool first : {true, false}) {
    Pages pages(1000_B, 100_B, Chosen<CachePolicy>("lru"));
    pages.add(kPagedFile, first ? 20_B : 40_B, first ? 40_B : 60_B);
    pages.add(kPagedFile, first ? 40_B : 20_B, first ? 60_B : 40_B);
    EXPECT_EQ(pages.held_until(kPagedFile, 20_B), 60_B);
    EXPECT_EQ(pages.held(), 40_B);
  }
  Pages pages(1000_B, 100_B, Chosen<CachePolicy>("lru"));
  pages.add(kPagedFile, 90_B, 100_B);
  EXPECT_EQ(pages.held(), 10_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 100_B), 100_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 100_B, 300_B), 300_B);
  pages.add(kPagedFile, 200_B, 300_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 100_B, 300_B), 200_B);
  EXPECT_EQ(pages.missing_until(kPagedFile, 200_B, 300_B), 200_B);
  EXPECT_EQ(pages.next_border(99_B), 100_B);
  EXPECT_EQ(pages.next_border(100_B), 200_B);
}

TEST(Pages, AreGivenUpByPieces) {
  Pages pages(200_B, 100_B, Chosen<CachePolicy>("lru"));
  pages.add(kPagedFile, 0_B, 200_B);
  pages.hit(kPagedFile, 0_B, 10_B);
  pages.add({0, 1}, 0_B, 100_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 0_B), 100_B);
  EXPECT_EQ(pages.held_until(kPagedFile, 100_B), 100_B);
  pages.drop(kPagedFile, 200_B);
  EXPECT_EQ(pages.held(), 100_B);
  pages.drop_all();
  EXPECT_EQ(pages.held(), 0_B);
}

}  // namespace
}  // namespace headrace
