#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(Belady, GivesUpTheFurthest) {
  EXPECT_TRUE(Cache(1_B, Chosen<CachePolicy>("belady")).needs_future());
  EXPECT_EQ(play("belady", 1, "abba"), "mmhm");  // a goes; at the end nobody is wanted again, and b stays.
  EXPECT_EQ(play("belady", 2, "abcbca"), "mmmhhm");
  EXPECT_EQ(evictions("belady", 2, "abcbca"), 1);
}

// d and e are wanted again later than all that is held, and are not kept.
TEST(Belady, MayKeepWhatItHas) {
  EXPECT_EQ(play("belady", 3, "abcdabeabcde"), "mmmmhhmhhhmm");
  EXPECT_EQ(evictions("belady", 3, "abcdabeabcde"), 0);
}

// Finds the most hits that any choice of what to hold reaches, by trying all: after each access any objects
// may be held of those that were held and the one at hand.
int most_hits(const std::string& accesses, int capacity) {
  constexpr int kUnreached = -1000;
  std::array<int, 16> best{};
  best.fill(kUnreached);
  best[0] = 0;
  for (const char object : accesses) {
    const auto bit = 1U << (object - 'a');
    std::array<int, 16> then{};
    then.fill(kUnreached);
    for (unsigned held = 0; held < 16; ++held) {
      const int hits = best[held] + ((held & bit) != 0 ? 1 : 0);
      for (unsigned next = 0; next < 16; ++next) {
        if ((next & ~(held | bit)) == 0 && std::popcount(next) <= capacity)
          then[next] = std::max(then[next], hits);
      }
    }
    best = then;
  }
  return *std::max_element(best.begin(), best.end());
}

// Objects of one size and the true next uses: nothing has more hits. All strings of 6 accesses to 4 objects.
TEST(Belady, HasTheMostHitsThereAre) {
  for (int number = 0; number < 4 * 4 * 4 * 4 * 4 * 4; ++number) {
    std::string accesses;
    for (int rest = number; accesses.size() < 6; rest /= 4) accesses += static_cast<char>('a' + rest % 4);
    for (int capacity = 1; capacity <= 3; ++capacity) {
      const std::string answers = play("belady", capacity, accesses);
      ASSERT_EQ(std::count(answers.begin(), answers.end(), 'h'), most_hits(accesses, capacity))
          << accesses << " with " << capacity;
    }
  }
}

// The rule said plainly: of all that is held and the one at hand, the furthest is not held.
class Plain {
 public:
  explicit Plain(std::size_t capacity) : capacity_(capacity) {}
  bool ask(char object, std::int64_t next_use) {
    const bool hit = held_.contains(object);
    const bool full = !hit && held_.size() == capacity_;
    const auto furthest = std::max_element(held_.begin(), held_.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
    if (full && furthest->second <= next_use) return hit;
    if (full) held_.erase(furthest);
    held_[object] = next_use;
    return hit;
  }
  void remove(char object) { held_.erase(object); }

 private:
  std::size_t capacity_;
  std::map<char, std::int64_t> held_;
};

// Up to 90 objects, one of them invalidated now and then. Objects that are never wanted again are alike, so
// which of them goes first changes no answer.
TEST(Belady, GivesUpTheFurthestOfMany) {
  RandomStream random(1, "test/belady");
  for (std::int64_t capacity = 4; capacity <= 60; capacity += 7) {
    Cache cache(Bytes::count(capacity), Chosen<CachePolicy>("belady"));
    Plain plain(static_cast<std::size_t>(capacity));
    std::string accesses;
    while (accesses.size() < 4000) accesses += static_cast<char>(' ' + random.below(1 + random.below(90)));
    const std::vector<std::int64_t> next = next_uses(accesses);
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const CacheKey key = letter(accesses[i]);
      const bool hit = cache.lookup(key, 1_B, next[i]);
      if (!hit) cache.insert(key, 1_B, next[i]);
      ASSERT_EQ(hit, plain.ask(accesses[i], next[i])) << "access " << i << " with " << capacity;
      if (random.below(6) != 0) continue;
      const char invalid = static_cast<char>(' ' + random.below(90));
      cache.remove(letter(invalid));
      plain.remove(invalid);
    }
  }
}

// With several sizes it is no bound: b is wanted first and pushes out two that would both have been hits.
TEST(Belady, IsNoBoundForSeveralSizes) {
  Cache cache(2_B, Chosen<CachePolicy>("belady"));
  EXPECT_TRUE(cache.insert(letter('a'), 1_B, 4));
  EXPECT_TRUE(cache.insert(letter('c'), 1_B, 5));
  EXPECT_TRUE(cache.insert(letter('b'), 2_B, 3));
  EXPECT_EQ(cache.objects(), 1U);
  EXPECT_EQ(cache.evictions(), 2);
}

}  // namespace
}  // namespace headrace
