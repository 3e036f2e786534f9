#include "models/cache/slot_index.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "sim/random.h"

namespace headrace {
namespace {

constexpr int kTagAt = 32;                                                // The half that is kept of a hash.
constexpr std::uint64_t kLastHome = std::uint64_t{0xffffffff} << kTagAt;  // The end of a table of any size.

// Finds a key, which is its slot, so that keys with one hash are told apart.
Slot find(const SlotIndex& index, std::uint64_t hash, Slot wanted) {
  return index.find(hash, [&](Slot slot) { return slot == wanted; });
}

// The index beside a plain table: what each says of every slot below `slots`, under the hash that it has.
template <class HashOf>
void expect_as_plain(std::uint64_t seed, Slot slots, int steps, const HashOf& hash_of) {
  RandomStream random(seed, "test/slot_index");
  SlotIndex index;
  std::unordered_map<Slot, std::uint64_t> plain;
  for (int step = 0; step < steps; ++step) {
    const auto slot = static_cast<Slot>(random.below(slots));
    const std::uint64_t hash = hash_of(slot);
    if (plain.erase(slot) > 0) {
      index.erase(hash, slot);
    } else {
      index.insert(hash, slot);
      plain.emplace(slot, hash);
    }
    ASSERT_EQ(index.size(), plain.size());
    if (step % 64 != 0) continue;
    for (Slot other = 0; other < slots; ++other)
      ASSERT_EQ(find(index, hash_of(other), other), plain.contains(other) ? other : kNoSlot)
          << "slot " << other << " in step " << step;
  }
}

TEST(SlotIndex, FindsWhatIsInIt) {
  expect_as_plain(1, 300, 20000, [](Slot slot) { return slot * std::uint64_t{0x9e3779b97f4a7c15}; });
}

// Hashes that differ only in the half that is not kept, or not at all.
TEST(SlotIndex, TellsEqualTagsApart) {
  expect_as_plain(2, 40, 20000, [](Slot slot) { return std::uint64_t{slot}; });
  expect_as_plain(3, 40, 20000, [](Slot) { return std::uint64_t{0}; });
}

// All homes are the last ones or the first ones: runs of entries go round the end of the table.
TEST(SlotIndex, GoesRoundTheEnd) {
  expect_as_plain(4, 40, 20000, [](Slot) { return kLastHome; });
  expect_as_plain(5, 40, 20000, [](Slot slot) { return slot % 3 == 0 ? 0 : kLastHome - slot; });
  expect_as_plain(6, 12, 20000, [](Slot slot) {  // Of 16 or 32 places, the last two and the first two.
    return std::uint64_t{slot % 4 < 2 ? slot % 4 : 28 + slot % 4} << (kTagAt + 27);
  });
}

// It grows from its first size through many, and keeps all; erased to the last, it is as new.
TEST(SlotIndex, GrowsAndEmpties) {
  constexpr Slot kSlots = 100'000;
  const auto hash_of = [](Slot slot) { return slot * std::uint64_t{0x9e3779b97f4a7c15}; };
  SlotIndex index;
  for (Slot slot = 0; slot < kSlots; ++slot) index.insert(hash_of(slot), slot);
  EXPECT_EQ(index.size(), kSlots);
  for (Slot slot = 0; slot < kSlots; ++slot) ASSERT_EQ(find(index, hash_of(slot), slot), slot);
  for (Slot slot = 0; slot < kSlots; ++slot) index.erase(hash_of(slot), slot);
  EXPECT_EQ(index.size(), 0U);
  for (Slot slot = 0; slot < kSlots; ++slot) ASSERT_EQ(find(index, hash_of(slot), slot), kNoSlot);
}

}  // namespace
}  // namespace headrace
