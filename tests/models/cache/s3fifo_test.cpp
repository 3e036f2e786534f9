#include "tests/models/cache/play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>

#include "sim/random.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Ten places, one of them the small queue's, so that the small queue is asked as long as it holds anything.
// k: a was hit twice and moves on, b goes and is a ghost. b: c goes; b returns to the main queue. c: d goes,
// c returns. l: e was hit once only and goes. e: f goes, e returns. a is still in the main queue.
TEST(S3Fifo, TwoHitsOrAReturnLeadToTheMainQueue) {
  EXPECT_EQ(play("s3fifo", 10, "abcdefghijaakbcelea"), "mmmmmmmmmmhhmmmhmmh");
  EXPECT_EQ(evictions("s3fifo", 10, "abcdefghijaakbcelea"), 5);
}

// One place for each queue. c: a moves on, b goes. d: c moves on, a goes from the main queue and is no ghost.
// a: d goes, and a is new. e: a moves on; c, hit once in the main queue, has one more round, so a goes. a: e
// goes.
TEST(S3Fifo, TheMainQueueGivesOneMoreRoundForEachHit) {
  EXPECT_EQ(play("s3fifo", 2, "aaabcccdacaaeca"), "mhhmmhhmmhhhmhm");
  EXPECT_EQ(evictions("s3fifo", 2, "aaabcccdacaaeca"), 5);
}

// The algorithm as it is written in the paper, on letters of one byte, one victim at a time.
class Paper {
 public:
  Paper(std::size_t capacity, double small_share)
      : small_target_(
            std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(capacity) * small_share))),
        capacity_(capacity) {}

  char ask(char object) {
    if (hits_.contains(object)) {
      hits_[object] = std::min(hits_[object] + 1, 3);
      return 'h';
    }
    while (small_.size() + main_.size() >= capacity_) evict();
    const bool returns = std::erase(ghosts_, object) > 0;
    (returns ? main_ : small_).push_back(object);
    hits_[object] = 0;
    return 'm';
  }

 private:
  void evict() {
    if ((small_.size() >= small_target_ || main_.empty()) && evict_from_small()) return;
    evict_from_main();
  }
  bool evict_from_small() {
    while (!small_.empty()) {
      const char oldest = small_.front();
      small_.pop_front();
      if (hits_[oldest] <= 1) {
        hits_.erase(oldest);
        ghosts_.push_back(oldest);
        if (ghosts_.size() > capacity_ - small_target_) ghosts_.pop_front();
        return true;
      }
      hits_[oldest] = 0;
      main_.push_back(oldest);
      if (main_.size() > capacity_ - small_target_) {
        evict_from_main();
        return true;
      }
    }
    return false;
  }
  void evict_from_main() {
    for (;;) {
      const char oldest = main_.front();
      main_.pop_front();
      if (hits_[oldest] == 0) {
        hits_.erase(oldest);
        return;
      }
      --hits_[oldest];
      main_.push_back(oldest);
    }
  }

  std::size_t small_target_;
  std::size_t capacity_;
  std::deque<char> small_, main_, ghosts_;
  std::map<char, int> hits_;
};

TEST(S3Fifo, AnswersAsThePaperDoes) {
  RandomStream random(1, "test/s3fifo");
  for (const double small_share : {0.1, 0.3, 0.75}) {
    for (std::size_t capacity = 2; capacity <= 12; ++capacity) {
      Cache cache(Bytes::count(static_cast<std::int64_t>(capacity)),
                  chosen<CachePolicy>("s3fifo", {{"small_share", small_share}}));
      Paper paper(capacity, small_share);
      std::string accesses, expected;
      for (int i = 0; i < 5000; ++i) {  // A few letters are asked for often, all of them at times.
        const auto letters = 1 + random.below(26);
        accesses += static_cast<char>('a' + random.below(letters));
        expected += paper.ask(accesses.back());
      }
      ASSERT_EQ(play(cache, accesses), expected) << capacity << " places, small share " << small_share;
    }
  }
}

// The small queue has 2 of 20 bytes, the main queue 18. For e, the three move on and b goes. e shrinks to 1
// byte, so for f the main queue is asked, though the small queue is not empty: c goes.
TEST(S3Fifo, CountsBytesAndNotObjects) {
  Cache cache(20_B, Chosen<CachePolicy>("s3fifo"));
  for (const char object : {'b', 'c', 'd'}) {
    cache.insert(letter(object), 6_B);
    cache.lookup(letter(object), 6_B);
    cache.lookup(letter(object), 6_B);
  }
  cache.insert(letter('e'), 6_B);
  EXPECT_FALSE(cache.contains(letter('b')));
  EXPECT_EQ(cache.evictions(), 1);
  cache.insert(letter('e'), 1_B);
  cache.insert(letter('f'), 8_B);
  EXPECT_TRUE(cache.contains(letter('e')));
  EXPECT_FALSE(cache.contains(letter('c')));
  EXPECT_EQ(cache.evictions(), 2);
  EXPECT_EQ(cache.imbalance(), "");
}

}  // namespace
}  // namespace headrace
