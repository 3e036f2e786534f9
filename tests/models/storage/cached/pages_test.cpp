#include "models/storage/cached/pages.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

constexpr FileId kFile{1, 7};

TEST(Pages, HoldOneRunOfAPiece) {
  Pages pages(1000_B, 100_B, Chosen<CachePolicy>("lru"));
  pages.add(kFile, 50_B, 250_B);
  EXPECT_EQ(pages.held(), 200_B);
  EXPECT_EQ(pages.held_until(kFile, 50_B), 100_B);
  EXPECT_EQ(pages.held_until(kFile, 100_B), 200_B);
  EXPECT_EQ(pages.held_until(kFile, 249_B), 250_B);
  EXPECT_EQ(pages.held_until(kFile, 250_B), 250_B);
  EXPECT_EQ(pages.held_until(kFile, 0_B), 0_B);
  EXPECT_EQ(pages.missing_until(kFile, 0_B, 500_B), 50_B);
  EXPECT_EQ(pages.missing_until(kFile, 0_B, 20_B), 20_B);
  EXPECT_EQ(pages.missing_until(kFile, 250_B, 500_B), 500_B);
  pages.add(kFile, 270_B, 280_B);  // Apart from the other run of its piece.
  EXPECT_EQ(pages.held_until(kFile, 270_B), 280_B);
  EXPECT_EQ(pages.held_until(kFile, 200_B), 200_B);
  pages.add(kFile, 260_B, 270_B);
  EXPECT_EQ(pages.held_until(kFile, 260_B), 280_B);
  EXPECT_EQ(pages.imbalance(), "");
}

TEST(Pages, AreGivenUpByPieces) {
  Pages pages(200_B, 100_B, Chosen<CachePolicy>("lru"));
  pages.add(kFile, 0_B, 200_B);
  pages.hit(kFile, 0_B, 10_B);
  pages.add({0, 1}, 0_B, 100_B);
  EXPECT_EQ(pages.held_until(kFile, 0_B), 100_B);
  EXPECT_EQ(pages.held_until(kFile, 100_B), 100_B);
  pages.drop(kFile, 200_B);
  EXPECT_EQ(pages.held(), 100_B);
  pages.drop_all();
  EXPECT_EQ(pages.held(), 0_B);
}

}  // namespace
}  // namespace headrace
