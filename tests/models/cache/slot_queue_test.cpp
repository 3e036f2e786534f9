#include "models/cache/slot_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(SlotQueue, IsFirstInFirstOut) {
  SlotQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.oldest(), kNoSlot);
  for (const Slot slot : {7U, 0U, 3U, 5U}) queue.push(slot);
  queue.erase(0);  // In the middle,
  EXPECT_EQ(queue.oldest(), 7U);
  queue.erase(7);  // the oldest, and the hole behind it,
  EXPECT_EQ(queue.oldest(), 3U);
  queue.erase(5);  // the newest,
  queue.push(7);
  queue.erase(3);
  EXPECT_EQ(queue.oldest(), 7U);
  queue.erase(7);  // and the last.
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.oldest(), kNoSlot);
}

// Beside a plain queue. The longer it is allowed to be, the more often the ring is full, of slots or of
// holes.
TEST(SlotQueue, AnswersAsAPlainQueueDoes) {
  RandomStream random(1, "test/slot_queue");
  for (Slot slots = 1; slots <= 70; ++slots) {
    SlotQueue queue;
    std::deque<Slot> plain;
    for (int step = 0; step < 2000; ++step) {
      auto slot = static_cast<Slot>(random.below(slots));
      if (random.below(3) == 0 && !plain.empty()) slot = plain.front();
      const auto found = std::find(plain.begin(), plain.end(), slot);
      if (found == plain.end()) {
        queue.push(slot);
        plain.push_back(slot);
      } else {
        queue.erase(slot);
        plain.erase(found);
      }
      ASSERT_EQ(queue.empty(), plain.empty());
      ASSERT_EQ(queue.oldest(), plain.empty() ? kNoSlot : plain.front()) << slots << " slots, step " << step;
    }
  }
}

}  // namespace
}  // namespace headrace
