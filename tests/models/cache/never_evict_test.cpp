#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(NeverEvict, KeepsWhatCameFirst) {
  EXPECT_EQ(play("never_evict", 2, "abcabcc"), "mmmhhmm");
  EXPECT_EQ(evictions("never_evict", 2, "abcabcc"), 0);
}

TEST(NeverEvict, FillsWhatIsInvalidated) {
  Cache cache(2_B, Chosen<CachePolicy>("never_evict"));
  EXPECT_EQ(play(cache, "abc"), "mmm");
  EXPECT_TRUE(cache.remove(letter('a')));
  EXPECT_EQ(play(cache, "cab"), "mmh");
  EXPECT_TRUE(cache.contains(letter('c')));
}

}  // namespace
}  // namespace headrace
