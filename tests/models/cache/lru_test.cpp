#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(Lru, GivesUpTheLongestWithoutAHit) {
  EXPECT_EQ(play("lru", 2, "abab"), "mmhh");
  EXPECT_EQ(play("lru", 2, "abacab"), "mmhmhm");  // b goes for c, c for b.
  EXPECT_EQ(evictions("lru", 2, "abacab"), 2);
}

// The string on which Belady and others showed that FIFO may do worse with more room. LRU may not.
TEST(Lru, NeedsTenReadsWithThreePlacesAndEightWithFour) {
  EXPECT_EQ(play("lru", 3, "abcdabeabcde"), "mmmmmmmhhmmm");
  EXPECT_EQ(evictions("lru", 3, "abcdabeabcde"), 7);
  EXPECT_EQ(play("lru", 4, "abcdabeabcde"), "mmmmhhmhhmmm");
  EXPECT_EQ(evictions("lru", 4, "abcdabeabcde"), 4);
}

}  // namespace
}  // namespace headrace
