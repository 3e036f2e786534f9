#include "sim/radix_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

constexpr std::uint64_t kEnd = ~std::uint64_t{0};

// A heap with the records of its entries, in the slots 0, 1, 2 … of their order.
class Rig {
 public:
  void push(std::uint64_t time) {
    const std::uint64_t slot = records_.size();
    EventRecord record;
    record.key = (slot + 1) << EventEntry::kSlotBits | slot;
    records_.push_back(record);
    heap_.push(EventEntry(time, record.key));
    expected_.emplace_back(time, slot);
  }
  void push_all(const std::vector<std::uint64_t>& times) {
    for (const std::uint64_t time : times) push(time);
  }
  void cancel(std::uint64_t slot) {
    records_[slot].key = 0;
    std::erase_if(expected_, [slot](const auto& one) { return one.second == slot; });
  }

  // Pops so many instants, and holds what comes against the entries in order.
  void expect_sorted(std::size_t most = kEnd) {
    std::sort(expected_.begin(), expected_.end());
    std::size_t next = 0;
    EventEntry first;
    Ring<std::uint64_t> same;
    for (; most > 0 && heap_.pop(records_.data(), kEnd, first, same); --most) {
      ASSERT_EQ(expected_[next++], std::pair(first.time(), std::uint64_t{first.slot()}));
      while (!same.empty()) {
        const std::uint64_t slot = same.pop() & EventEntry::kSlotMask;
        if (records_[slot].key == 0) continue;
        ASSERT_EQ(expected_[next++], std::pair(first.time(), slot));
      }
    }
    expected_.erase(expected_.begin(), expected_.begin() + static_cast<std::ptrdiff_t>(next));
    if (most > 0) {
      EXPECT_TRUE(expected_.empty());
      EXPECT_EQ(heap_.size(), 0u);
    }
  }

  bool pop(std::uint64_t limit, EventEntry& first) {
    Ring<std::uint64_t> same;
    return heap_.pop(records_.data(), limit, first, same);
  }
  void sweep() { heap_.sweep(records_.data()); }
  std::size_t size() const { return heap_.size(); }
  std::size_t expected() const { return expected_.size(); }

 private:
  RadixHeap heap_;
  std::vector<EventRecord> records_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> expected_;  // Time and slot.
};

// Skewed so much that every digit decides for some: times from one to 2^62.
std::vector<std::uint64_t> skewed(std::size_t count) {
  RandomStream random(1, "heap");
  std::vector<std::uint64_t> times(count);
  for (std::uint64_t& time : times) time = random.bits() >> (2 + random.below(62));
  return times;
}

TEST(RadixHeap, GivesBackInOrderWhateverTheSpread) {
  for (const std::size_t count : {1u, 6u, 7u, 192u, 193u, 5000u, 100000u}) {
    Rig rig;
    rig.push_all(skewed(count));
    EXPECT_EQ(rig.size(), count);
    rig.expect_sorted();
  }
}

// Neighbours on both sides of where a digit turns, and the ends of time.
TEST(RadixHeap, KeepsTheOrderWhereADigitTurns) {
  for (std::uint64_t shift = 0; shift < 64; ++shift) {
    const std::uint64_t turn = std::uint64_t{1} << shift;
    Rig rig;
    rig.push_all({turn, kEnd, turn - 1, turn + 1, turn, 0, turn ^ (turn >> 1), turn - 1});
    rig.expect_sorted();
  }
}

TEST(RadixHeap, ManyOfOneInstantStayInOrderOfSequence) {
  for (const std::size_t count : {4u, 9u, 12u, 5000u}) {
    Rig rig;
    for (std::size_t i = 0; i < count; ++i) rig.push(i % 3 == 0 ? 77 : 1'000'000'000);
    rig.expect_sorted();
  }
}

TEST(RadixHeap, TakesMoreBetweenTheInstantsThatItGives) {
  Rig rig;
  std::uint64_t start = 0;
  for (int round = 0; round < 20; ++round) {
    for (std::uint64_t i = 0; i < 100; ++i) rig.push(start + i * i);
    rig.expect_sorted(70);
    start += 5000;  // After the seventieth: 69 * 69 of a round, and what is left of the rounds before.
  }
  rig.expect_sorted();
}

TEST(RadixHeap, PassesOverWhatIsStale) {
  for (const std::size_t count : {5u, 40u, 20000u}) {
    Rig rig;
    rig.push_all(skewed(count));
    for (std::size_t slot = 0; slot < count; ++slot)
      if (slot % 3 != 0) rig.cancel(slot);
    rig.expect_sorted();
  }
}

TEST(RadixHeap, ASweepKeepsTheOrderOfTheRest) {
  Rig rig;
  rig.push_all(skewed(20000));
  rig.expect_sorted(3000);
  for (std::size_t slot = 1; slot < 20000; slot += 2) rig.cancel(slot);
  rig.sweep();
  EXPECT_EQ(rig.size(), rig.expected());
  rig.expect_sorted();
}

// Entries after the limit, few or many, behind a stale one or not, leave room for earlier ones.
TEST(RadixHeap, TakesEarlierEntriesAfterALimitThatHeldAllBack) {
  for (const std::uint64_t count : {1u, 3u, 30u}) {
    for (const bool stale : {false, true}) {
      Rig rig;
      EventEntry first;
      rig.push(1000);
      if (stale) rig.cancel(0);
      for (std::uint64_t i = 0; i < count; ++i) rig.push(5000 + 100 * i);
      if (!stale) {
        ASSERT_TRUE(rig.pop(1000, first));
        rig.cancel(0);
      }
      EXPECT_FALSE(rig.pop(4999, first));
      rig.push(1001);
      rig.push(4999);
      rig.expect_sorted();
    }
  }
}

}  // namespace
}  // namespace headrace
