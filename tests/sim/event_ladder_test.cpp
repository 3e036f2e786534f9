#include "sim/event_ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

EventEntry entry_of(std::uint64_t time, std::uint64_t sequence) {
  return {time, sequence << EventEntry::kSlotBits};
}

bool same(const EventEntry& a, const EventEntry& b) { return a.time() == b.time() && a.key() == b.key(); }

const std::vector<EventRecord> kRecords(1);  // Every slot is zero.

void expect_sorted(EventLadder& ladder, std::vector<EventEntry> expected) {
  std::sort(expected.begin(), expected.end());
  for (const EventEntry& entry : expected) {
    ASSERT_TRUE(same(ladder.front(kRecords.data()), entry));
    ASSERT_TRUE(same(ladder.pop(kRecords.data()), entry));
  }
  EXPECT_TRUE(ladder.empty());
}

// Skewed enough to need several rungs: times from one to 2^62.
std::vector<EventEntry> skewed(std::size_t count) {
  RandomStream random(1, "ladder");
  std::vector<EventEntry> entries;
  for (std::uint64_t i = 1; i <= count; ++i)
    entries.push_back(entry_of(random.bits() >> (2 + random.below(62)), i));
  return entries;
}

TEST(EventLadder, GivesBackInOrderWhateverTheSpread) {
  for (const std::size_t count : {1u, 192u, 193u, 5000u, 100000u}) {
    EventLadder ladder;
    const std::vector<EventEntry> entries = skewed(count);
    for (const EventEntry& entry : entries) ladder.push(entry);
    EXPECT_EQ(ladder.size(), count);
    expect_sorted(ladder, entries);
  }
}

TEST(EventLadder, ManyOfOneInstantStayInOrderOfSequence) {
  EventLadder ladder;
  std::vector<EventEntry> entries;
  for (std::uint64_t i = 1; i <= 5000; ++i) entries.push_back(entry_of(i % 3 == 0 ? 77 : 1'000'000'000, i));
  for (const EventEntry& entry : entries) ladder.push(entry);
  expect_sorted(ladder, entries);
}

TEST(EventLadder, IsUsedAgainAfterItRanEmpty) {
  EventLadder ladder;
  std::uint64_t start = 0;
  for (int round = 0; round < 4; ++round) {
    std::vector<EventEntry> entries;
    for (std::uint64_t i = 1; i <= 1000; ++i) entries.push_back(entry_of(start + i * i, i));
    for (const EventEntry& entry : entries) ladder.push(entry);
    expect_sorted(ladder, entries);
    start += 1'000'000;
  }
}

TEST(EventLadder, ASweepKeepsTheOrderOfTheRest) {
  EventLadder ladder;
  std::vector<EventEntry> entries = skewed(20000);
  for (const EventEntry& entry : entries) ladder.push(entry);
  std::sort(entries.begin(), entries.end());
  for (std::size_t i = 0; i < 3000; ++i)
    ladder.pop(kRecords.data());  // So that heap, rungs and rest all hold some.
  const auto odd = [](const EventEntry& entry) { return (entry.key() >> EventEntry::kSlotBits) % 2 == 1; };
  ladder.sweep(odd);
  std::vector<EventEntry> kept;
  std::copy_if(entries.begin() + 3000, entries.end(), std::back_inserter(kept), odd);
  EXPECT_EQ(ladder.size(), kept.size());
  expect_sorted(ladder, kept);
}

}  // namespace
}  // namespace headrace
