#include "models/cache/cache.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

constexpr CacheKey kA{1, 0};
constexpr CacheKey kB{2, 0};
constexpr CacheKey kC{3, 0};

class CacheTest : public testing::Test {
 protected:
  ~CacheTest() override { EXPECT_EQ(cache_.imbalance(), ""); }

  Cache cache_{10_B, Chosen<CachePolicy>("lru")};
};

TEST_F(CacheTest, CountsWhatItIsAskedFor) {
  EXPECT_FALSE(cache_.lookup(kA, 4_B));
  EXPECT_TRUE(cache_.insert(kA, 4_B));
  EXPECT_TRUE(cache_.lookup(kA, 4_B));
  EXPECT_TRUE(cache_.lookup(kA, 3_B));
  EXPECT_FALSE(cache_.lookup(kB, 5_B));
  EXPECT_TRUE(cache_.contains(kA));
  EXPECT_FALSE(cache_.contains(kB));
  EXPECT_EQ(cache_.hits(), 2);
  EXPECT_EQ(cache_.misses(), 2);
  EXPECT_EQ(cache_.bytes_hit(), 7_B);
  EXPECT_EQ(cache_.bytes_missed(), 9_B);
  EXPECT_EQ(cache_.held(), 4_B);
  EXPECT_EQ(cache_.objects(), 1U);
  EXPECT_EQ(cache_.capacity(), 10_B);
  EXPECT_FALSE(cache_.needs_future());
}

TEST_F(CacheTest, GivesUpAsManyAsItTakes) {
  for (std::uint64_t object = 10; object < 15; ++object) cache_.insert({object, 0}, 2_B);
  EXPECT_TRUE(cache_.insert(kA, 5_B));
  EXPECT_EQ(cache_.evictions(), 3);
  EXPECT_EQ(cache_.held(), 9_B);
  EXPECT_TRUE(cache_.contains({13, 0}));
  EXPECT_FALSE(cache_.contains({12, 0}));
}

TEST_F(CacheTest, PartsOfAnObjectAreObjects) {
  EXPECT_TRUE(cache_.insert({1, 0}, 1_B));
  EXPECT_TRUE(cache_.insert({1, 1}, 1_B));
  EXPECT_TRUE(cache_.insert({0, 1}, 1_B));
  EXPECT_EQ(cache_.objects(), 3U);
  EXPECT_TRUE(cache_.remove({1, 1}));
  EXPECT_TRUE(cache_.contains({1, 0}));
  EXPECT_FALSE(cache_.contains({1, 1}));
}

TEST_F(CacheTest, WhatIsLargerThanTheCacheIsNotHeldAndCostsNobodyHisPlace) {
  cache_.insert(kA, 4_B);
  EXPECT_FALSE(cache_.insert(kB, 11_B));
  EXPECT_TRUE(cache_.contains(kA));
  EXPECT_TRUE(cache_.insert(kB, 10_B));  // As large as the cache.
  EXPECT_FALSE(cache_.contains(kA));
}

TEST_F(CacheTest, RemovesWhatIsHeldOnce) {
  cache_.insert(kA, 4_B);
  EXPECT_TRUE(cache_.remove(kA));
  EXPECT_FALSE(cache_.remove(kA));
  EXPECT_EQ(cache_.held(), 0_B);
  EXPECT_EQ(cache_.evictions(), 0);
  EXPECT_FALSE(cache_.lookup(kA, 4_B));
}

TEST_F(CacheTest, AHeldObjectChangesItsSizeAndKeepsItsPlace) {
  cache_.insert(kA, 4_B);
  cache_.insert(kB, 4_B);
  EXPECT_TRUE(cache_.insert(kA, 2_B));
  EXPECT_EQ(cache_.held(), 6_B);
  EXPECT_EQ(cache_.objects(), 2U);
  EXPECT_TRUE(cache_.insert(kB, 8_B));
  EXPECT_EQ(cache_.held(), 10_B);
  EXPECT_TRUE(cache_.insert(kC, 1_B));  // a is still the oldest.
  EXPECT_FALSE(cache_.contains(kA));
  EXPECT_TRUE(cache_.contains(kB));
}

TEST_F(CacheTest, AnObjectThatGrowsPushesOutOthersOrItself) {
  cache_.insert(kA, 4_B);
  cache_.insert(kB, 4_B);
  EXPECT_TRUE(cache_.insert(kB, 8_B));  // a goes for it.
  EXPECT_EQ(cache_.objects(), 1U);
  EXPECT_FALSE(cache_.insert(kB, 11_B));
  EXPECT_FALSE(cache_.contains(kB));
  EXPECT_EQ(cache_.evictions(), 2);
  cache_.insert(kA, 4_B);
  cache_.insert(kB, 4_B);
  EXPECT_FALSE(cache_.insert(kA, 8_B));  // a is the oldest and goes for itself.
  EXPECT_TRUE(cache_.contains(kB));
}

TEST(Cache, AnObjectThatGrowsGoesWhenThePolicyKeepsTheOthers) {
  Cache cache(10_B, Chosen<CachePolicy>("never_evict"));
  cache.insert(kA, 4_B);
  cache.insert(kB, 4_B);
  EXPECT_TRUE(cache.insert(kA, 6_B));
  EXPECT_FALSE(cache.insert(kA, 7_B));
  EXPECT_FALSE(cache.contains(kA));
  EXPECT_EQ(cache.held(), 4_B);
  EXPECT_EQ(cache.imbalance(), "");
}

TEST(Cache, ShrinksAsItsPolicySays) {
  std::vector<CacheKey> gone;
  Cache cache(30_B, Chosen<CachePolicy>("lru"));
  for (std::uint64_t i = 0; i < 3; ++i) cache.insert({i, 0}, 10_B);
  cache.lookup({0, 0}, 10_B);
  EXPECT_TRUE(cache.shrink_to(15_B, gone));
  EXPECT_EQ(gone, (std::vector<CacheKey>{{1, 0}, {2, 0}}));
  EXPECT_EQ(cache.held(), 10_B);
  EXPECT_EQ(cache.imbalance(), "");
  Cache full(10_B, Chosen<CachePolicy>("never_evict"));
  full.insert({1, 0}, 10_B);
  EXPECT_FALSE(full.shrink_to(9_B, gone));
  EXPECT_EQ(full.held(), 10_B);
}

TEST(Cache, RemovesWhatATestPicks) {
  Cache cache(10_B, Chosen<CachePolicy>("lru"));
  for (std::uint64_t i = 0; i < 6; ++i) cache.insert({i, 0}, 1_B);
  cache.remove_if([](const CacheKey& key) { return key.object % 2 == 0; });
  EXPECT_EQ(cache.held(), 3_B);
  EXPECT_TRUE(cache.contains({1, 0}));
  EXPECT_FALSE(cache.contains({2, 0}));
  EXPECT_EQ(cache.imbalance(), "");
}

TEST(Cache, HoldsNothingWithoutRoom) {
  Cache cache(0_B, Chosen<CachePolicy>("lru"));
  EXPECT_FALSE(cache.insert(kA, 1_B));
  EXPECT_EQ(cache.imbalance(), "");
}

TEST(CacheDeathTest, NothingIsLessThanNothing) {
  Cache cache(1_B, Chosen<CachePolicy>("lru"));
  EXPECT_EXIT(cache.insert(kA, Bytes::count(-1)), testing::ExitedWithCode(70), "size >= 0_B");
}

}  // namespace
}  // namespace headrace
