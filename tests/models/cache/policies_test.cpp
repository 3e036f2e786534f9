// Laws for every line of the table of cache policies: a new policy is tested by being listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/random.h"
#include "tests/models/cache/play.h"

namespace headrace {
namespace {

constexpr int kObjects = 4;
constexpr std::size_t kLength = 7;
constexpr int kStrings = 4 * 4 * 4 * 4 * 4 * 4 * 4;  // Every string of kLength accesses to kObjects.

std::string string_of(int number) {
  std::string accesses;
  for (; accesses.size() < kLength; number /= kObjects)
    accesses += static_cast<char>('a' + number % kObjects);
  return accesses;
}

std::string random_string(RandomStream& random, std::size_t length, std::uint64_t objects) {
  std::string accesses;
  while (accesses.size() < length)
    accesses += static_cast<char>('A' + random.below(1 + random.below(objects)));
  return accesses;
}

auto hits_in(const std::string& answers) { return std::count(answers.begin(), answers.end(), 'h'); }

// A cache beside a plain record of what must be in it. `fault()` is empty as long as both agree.
class Watched {
 public:
  Watched(std::string_view policy, Bytes capacity) : cache_(capacity, Chosen<CachePolicy>(policy)) {}

  bool ask(char object, Bytes size, std::int64_t next_use) {
    const bool hit = cache_.lookup(letter(object), size, next_use);
    if (hit != held_.contains(object)) fault_ = "a hit for what is not held, or a miss for what is";
    if (!hit) insert(object, size, next_use);
    return hit;
  }
  void insert(char object, Bytes size, std::int64_t next_use) {
    const bool held = cache_.insert(letter(object), size, next_use).has_value();
    if (held != cache_.contains(letter(object))) fault_ = "insert() says what is not so";
    const bool before = held_.contains(object);
    if (held) held_[object] = size;
    if (before && !held) ++gone_;  // Grown past what fits.
    if (!held) held_.erase(object);
    check();
  }
  void remove(char object) {
    const bool held = held_.erase(object) > 0;
    if (cache_.remove(letter(object)) != held) fault_ = "remove() says what is not so";
    check();
  }
  const std::string& fault() {
    if (fault_.empty()) fault_ = cache_.imbalance();
    return fault_;
  }

 private:
  // Checks that whatever has left was given up, counted once, and nothing else has come or changed.
  void check() {
    Bytes sum;
    for (auto it = held_.begin(); it != held_.end();) {
      if (cache_.contains(letter(it->first))) {
        sum += it->second;
        ++it;
      } else {
        ++gone_;
        it = held_.erase(it);
      }
    }
    if (gone_ != cache_.evictions()) fault_ = "lost without being given up, or given up twice";
    if (held_.size() != cache_.objects()) fault_ = "an object that nobody put in, or one twice";
    if (sum != cache_.held()) fault_ = "other bytes than were put in";
    if (sum > cache_.capacity()) fault_ = "more than fits";
  }

  Cache cache_;
  std::map<char, Bytes> held_;
  std::int64_t gone_ = 0;
  std::string fault_;
};

class EveryCachePolicy : public testing::TestWithParam<std::string> {};

TEST_P(EveryCachePolicy, KeepsItsBooksOnEveryShortString) {
  for (int number = 0; number < kStrings; ++number) {
    const std::string accesses = string_of(number);
    const std::vector<std::int64_t> next = next_uses(accesses);
    Watched cache(GetParam(), Bytes::count(1 + number % 3));
    for (std::size_t i = 0; i < kLength; ++i) cache.ask(accesses[i], 1_B, next[i]);
    ASSERT_EQ(cache.fault(), "") << accesses << " with " << 1 + number % 3;
  }
}

// Objects of 0 to 9 bytes in 20, asked for, changed in size and invalidated at any time.
TEST_P(EveryCachePolicy, KeepsItsBooksWithSizesAndInvalidations) {
  RandomStream random(1, "test/cache/sizes");
  for (int round = 0; round < 30; ++round) {
    Watched cache(GetParam(), 20_B);
    for (std::int64_t step = 0; step < 2000; ++step) {
      const char object = static_cast<char>('a' + random.below(12));
      const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(10)));
      const auto next_use = step + 1 + static_cast<std::int64_t>(random.below(30));
      const std::uint64_t what = random.below(10);
      if (what == 0) {
        cache.remove(object);
      } else if (what == 1) {
        cache.insert(object, size, next_use);
      } else {
        cache.ask(object, size, next_use);
      }
      ASSERT_EQ(cache.fault(), "") << "step " << step << " of round " << round;
    }
  }
}

// What can be held is held when it is asked for again at once; the only row that may refuse it is the one
// that never gives up anything.
TEST_P(EveryCachePolicy, StarvesNobody) {
  if (GetParam() == "never_evict") return;
  for (int number = 0; number < kStrings; ++number) {
    const std::string accesses = string_of(number);
    for (std::int64_t capacity = 1; capacity <= 3; ++capacity) {
      const std::string answers = play(GetParam(), capacity, accesses);
      for (std::size_t i = 1; i < kLength; ++i) {
        if (accesses[i] == accesses[i - 1]) {
          ASSERT_EQ(answers[i], 'h') << accesses << " at " << i;
        }
      }
    }
  }
}

// What fits needs no policy: each object is missed once.
TEST_P(EveryCachePolicy, MissesOnlyTheFirstTimeWhenAllFits) {
  for (int number = 0; number < kStrings; ++number) {
    const std::string accesses = string_of(number);
    const std::set<char> objects(accesses.begin(), accesses.end());
    ASSERT_EQ(hits_in(play(GetParam(), kObjects, accesses)), kLength - objects.size()) << accesses;
  }
}

// Objects of one size, the true next uses, an empty cache at first, and one access at a time: no policy has
// more hits than belady, whether or not it keeps all that it is given.
TEST_P(EveryCachePolicy, HasNoMoreHitsThanBelady) {
  for (int number = 0; number < kStrings; ++number) {
    const std::string accesses = string_of(number);
    const std::int64_t capacity = 1 + number % 3;
    ASSERT_LE(hits_in(play(GetParam(), capacity, accesses)), hits_in(play("belady", capacity, accesses)))
        << accesses << " with " << capacity;
  }
  RandomStream random(1, "test/cache/belady");
  for (std::int64_t capacity = 1; capacity <= 20; ++capacity) {
    const std::string accesses = random_string(random, 2000, 30);
    EXPECT_LE(hits_in(play(GetParam(), capacity, accesses)), hits_in(play("belady", capacity, accesses)));
  }
}

TEST_P(EveryCachePolicy, SaysTheSameTwice) {
  RandomStream random(1, "test/cache/twice");
  const std::string accesses = random_string(random, 5000, 40);
  const std::string answers = play(GetParam(), 10, accesses);
  EXPECT_EQ(play(GetParam(), 10, accesses), answers);
  EXPECT_EQ(evictions(GetParam(), 10, accesses), evictions(GetParam(), 10, accesses));
  EXPECT_GT(hits_in(answers), 0);
}

// An object is nothing but its key: under other names the answers are the same.
TEST_P(EveryCachePolicy, KnowsNoNames) {
  RandomStream random(1, "test/cache/names");
  std::string accesses = random_string(random, 5000, 40);
  const std::string answers = play(GetParam(), 10, accesses);
  for (char& object : accesses) object = static_cast<char>('A' + ('A' + 39 - object));
  EXPECT_EQ(play(GetParam(), 10, accesses), answers);
}

// Rows that always answer alike would be one policy.
TEST_P(EveryCachePolicy, IsLikeNoOther) {
  RandomStream random(1, "test/cache/other");
  const std::string accesses = random_string(random, 2000, 40);
  for (const auto& row : CachePolicy::table()) {
    if (row.name != GetParam()) {
      EXPECT_NE(play(GetParam(), 10, accesses), play(row.name, 10, accesses)) << row.name;
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : CachePolicy::table()) names.emplace_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryCachePolicy, testing::ValuesIn(names()),
                         [](const auto& row) { return row.param; });

TEST(CachePolicies, NamesAreOfOneRowEachAndMeaningsAreSaid) {
  const std::vector<std::string> all = names();
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
  for (const auto& row : CachePolicy::table()) EXPECT_FALSE(row.meaning.empty()) << row.name;
  EXPECT_EQ(Chosen<CachePolicy>().name(), "lru");  // What a scenario has that says nothing.
}

TEST(CachePolicies, OnlyBeladyNeedsTheFuture) {
  for (const auto& row : CachePolicy::table())
    EXPECT_EQ(Chosen<CachePolicy>(row.name).make({1_B})->needs_future(), row.name == "belady") << row.name;
}

}  // namespace
}  // namespace headrace
