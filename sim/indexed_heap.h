// IndexedHeap: a heap from which anything can be taken, not only the first.
//
//   heap.push(entry, places);             // places[entry.id] is then where it stands
//   heap.update(places[id], entry, places);
//   heap.remove(places[id], places);
//
// An entry has an `id` and says whether it comes `before` another; no two may
// be equal in that. The places are the caller's: many heaps may share them,
// as long as an id stands in one heap at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headrace {

template <class Entry> class IndexedHeap {
 public:
  using Places = std::vector<std::uint32_t>;
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  const Entry& front() const { return entries_.front(); }
  const Entry& at(std::uint32_t place) const { return entries_[place]; }

  void push(const Entry& entry, Places& places) {
    entries_.emplace_back();
    sift_up(entries_.size() - 1, entry, places);
  }
  void update(std::uint32_t place, const Entry& entry, Places& places) { settle(place, entry, places); }
  void remove(std::uint32_t place, Places& places) {
    places[entries_[place].id] = kNowhere;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place < entries_.size()) settle(place, last, places);
  }

 private:
  static constexpr std::size_t kWays = 4;

  void put(std::size_t place, const Entry& entry, Places& places) {
    entries_[place] = entry;
    places[entry.id] = static_cast<std::uint32_t>(place);
  }
  void settle(std::size_t place, const Entry& entry, Places& places) {
    if (place > 0 && entry.before(entries_[(place - 1) / kWays])) {
      sift_up(place, entry, places);
    } else {
      sift_down(place, entry, places);
    }
  }
  void sift_up(std::size_t place, const Entry& entry, Places& places) {
    while (place > 0) {
      const std::size_t parent = (place - 1) / kWays;
      if (!entry.before(entries_[parent])) break;
      put(place, entries_[parent], places);
      place = parent;
    }
    put(place, entry, places);
  }
  void sift_down(std::size_t place, const Entry& entry, Places& places) {
    for (;;) {
      const std::size_t first = kWays * place + 1;
      if (first >= entries_.size()) break;
      const std::size_t end = std::min(first + kWays, entries_.size());
      std::size_t best = first;
      for (std::size_t child = first + 1; child < end; ++child)
        if (entries_[child].before(entries_[best])) best = child;
      if (!entries_[best].before(entry)) break;
      put(place, entries_[best], places);
      place = best;
    }
    put(place, entry, places);
  }

  std::vector<Entry> entries_;
};

}  // namespace headrace
