#include "sim/indexed_heap.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>

#include "sim/random.h"

namespace headrace {
namespace {

struct Ranked {
  std::uint64_t rank = 0;
  std::uint32_t id = 0;
  bool before(const Ranked& other) const { return rank != other.rank ? rank < other.rank : id < other.id; }
};

// The first is the first of a sorted set, and everything stands where its place says, after every change: of
// few ranks and of many, with entries that come, move to the front or to the back, and go from the middle.
TEST(IndexedHeap, AgreesWithASortedSet) {
  for (const std::uint64_t ranks : {3U, 1000U}) {
    RandomStream random(ranks, "indexed heap");
    constexpr std::uint32_t kIds = 200;
    IndexedHeap<Ranked> heap;
    IndexedHeap<Ranked>::Places places(kIds, IndexedHeap<Ranked>::kNowhere);
    std::set<std::pair<std::uint64_t, std::uint32_t>> sorted;
    for (int change = 0; change < 15'000; ++change) {
      const auto id = static_cast<std::uint32_t>(random.below(kIds));
      const Ranked entry{random.below(ranks), id};
      if (places[id] == IndexedHeap<Ranked>::kNowhere) {
        heap.push(entry, places);
      } else {
        sorted.erase({heap.at(places[id]).rank, id});
        if (random.below(2) == 0) {
          heap.update(places[id], entry, places);
        } else {
          heap.remove(places[id], places);
          ASSERT_EQ(places[id], IndexedHeap<Ranked>::kNowhere);
        }
      }
      if (places[id] != IndexedHeap<Ranked>::kNowhere) sorted.insert({entry.rank, id});
      ASSERT_EQ(heap.size(), sorted.size());
      ASSERT_EQ(heap.empty(), sorted.empty());
      if (sorted.empty()) continue;
      ASSERT_EQ(std::pair(heap.front().rank, heap.front().id), *sorted.begin());
      const auto other = static_cast<std::uint32_t>(random.below(kIds));
      if (places[other] != IndexedHeap<Ranked>::kNowhere) {
        ASSERT_EQ(heap.at(places[other]).id, other);
      }
    }
    while (!heap.empty()) {
      ASSERT_EQ(std::pair(heap.front().rank, heap.front().id), *sorted.begin());
      sorted.erase(sorted.begin());
      heap.remove(0, places);
    }
  }
}

}  // namespace
}  // namespace headrace
