#include "models/cache/slot_list.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

std::vector<Slot> oldest_to_newest(const SlotList& list) {
  std::vector<Slot> slots;
  for (Slot slot = list.oldest(); slot != kNoSlot; slot = list.newer(slot)) slots.push_back(slot);
  return slots;
}

TEST(SlotList, KeepsTheOrderOfArrival) {
  SlotList list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.oldest(), kNoSlot);
  EXPECT_EQ(list.newest(), kNoSlot);
  for (const Slot slot : {7U, 0U, 3U, 5U}) list.push_newest(slot);
  EXPECT_EQ(oldest_to_newest(list), (std::vector<Slot>{7, 0, 3, 5}));
  list.erase(0);  // Between two,
  EXPECT_EQ(oldest_to_newest(list), (std::vector<Slot>{7, 3, 5}));
  list.erase(7);  // the oldest,
  list.erase(5);  // the newest,
  EXPECT_EQ(list.newest(), 3U);
  list.push_newest(7);
  EXPECT_EQ(oldest_to_newest(list), (std::vector<Slot>{3, 7}));
  list.erase(3);
  list.erase(7);  // and the last.
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace headrace
