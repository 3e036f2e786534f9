#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Fifo, AHitKeepsNobody) {
  EXPECT_EQ(play("fifo", 2, "abacab"), "mmhmmm");  // a goes for c, b for a, c for b.
  EXPECT_EQ(evictions("fifo", 2, "abacab"), 3);
}

// Belady, Nelson and Shedler 1969: 9 reads with three places, 10 with four.
TEST(Fifo, MoreRoomMayBeWorse) {
  EXPECT_EQ(play("fifo", 3, "abcdabeabcde"), "mmmmmmmhhmmh");
  EXPECT_EQ(evictions("fifo", 3, "abcdabeabcde"), 6);
  EXPECT_EQ(play("fifo", 4, "abcdabeabcde"), "mmmmhhmmmmmm");
  EXPECT_EQ(evictions("fifo", 4, "abcdabeabcde"), 6);
}

}  // namespace
}  // namespace headrace
