#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// Oldest to newest, a star for a hit: a* b c; d takes b (the hand clears a, stands on c): a c d; b takes c: a
// d b; a*; e takes d: a* b e; a*; c takes b: a* e c; a*, e*; f: the hand clears e and takes c: a* e f; g:
// from the oldest again, clears a, takes e: a f g; a*.
TEST(Sieve, GivesOneMoreRoundAfterAHit) {
  EXPECT_EQ(play("sieve", 3, "abcadbaeacaefga"), "mmmhmmhmhmhhmmh");
  EXPECT_EQ(evictions("sieve", 3, "abcadbaeacaefga"), 6);
}

// What is new does not push the hand: with marks on all, the oldest goes.
TEST(Sieve, WithAllHitTheOldestGoes) {
  EXPECT_EQ(play("sieve", 3, "abcabcdbca"), "mmmhhhmhhm");
  EXPECT_EQ(evictions("sieve", 3, "abcabcdbca"), 2);
}

// The hand stands on c when c is invalidated, and moves on to d.
TEST(Sieve, TheHandOutlivesWhatItStandsOn) {
  Cache cache(3_B, Chosen<CachePolicy>("sieve"));
  EXPECT_EQ(play(cache, "abcad"), "mmmhm");
  EXPECT_TRUE(cache.remove(letter('c')));
  EXPECT_EQ(play(cache, "ef"), "mm");  // e has room; f takes d.
  EXPECT_FALSE(cache.contains(letter('d')));
  EXPECT_EQ(play(cache, "aef"), "hhh");
}

}  // namespace
}  // namespace headrace
