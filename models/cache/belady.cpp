// Belady: gives up the object whose next use is furthest, the wanted one included.
//
// With objects of one size and the true next uses no policy has more hits (the
// MIN of Belady, 1966, with the choice not to keep what is wanted). With
// objects of several sizes it is a good rule and no bound.
//
// The objects stand in a heap with the furthest next use on top. A hit moves an
// object up and never down, because its next use was the nearest of all and is
// further now; so a hit costs little, and a miss whose object is further than
// all others costs one look at the top.

#include <algorithm>
#include <vector>

#include "models/cache/policy.h"

namespace headrace {

namespace {

class Belady final : public CachePolicy {
 public:
  explicit Belady(const Context&) {}

  void inserted(Slot slot, const CacheAccess& access) override {
    if (slot >= places_.size()) places_.resize(slot + std::size_t{1});
    heap_.emplace_back();
    rise(heap_.size() - 1, {access.next_use, slot});
  }

  void hit(Slot slot, const CacheAccess& access) override { put(places_[slot], {access.next_use, slot}); }

  void removed(Slot slot) override {
    const std::size_t place = places_[slot];
    const Entry last = heap_.back();
    heap_.pop_back();
    if (place < heap_.size()) put(place, last);
  }

  Slot victim(const CacheAccess& wanted) override {
    const Entry& furthest = heap_.front();
    return wanted.next_use >= furthest.next_use ? kNoSlot : furthest.slot;
  }

  Slot next_victim() const override { return heap_.empty() ? kNoSlot : heap_.front().slot; }

  bool needs_future() const override { return true; }

 private:
  struct Entry {
    std::int64_t next_use = kNeverAgain;
    Slot slot = kNoSlot;
  };
  static constexpr std::size_t kChildren = 4;  // Four entries are a cache line.

  void put(std::size_t place, const Entry& entry) {
    if (place > 0 && heap_[(place - 1) / kChildren].next_use < entry.next_use) {
      rise(place, entry);
    } else {
      sink(place, entry);
    }
  }

  void rise(std::size_t place, const Entry& entry) {
    while (place > 0) {
      const std::size_t parent = (place - 1) / kChildren;
      if (heap_[parent].next_use >= entry.next_use) break;
      set(place, heap_[parent]);
      place = parent;
    }
    set(place, entry);
  }

  void sink(std::size_t place, const Entry& entry) {
    for (;;) {
      const std::size_t first = place * kChildren + 1;
      if (first >= heap_.size()) break;
      const std::size_t end = std::min(first + kChildren, heap_.size());
      std::size_t furthest = first;
      for (std::size_t child = first + 1; child < end; ++child)
        if (heap_[child].next_use > heap_[furthest].next_use) furthest = child;
      if (heap_[furthest].next_use <= entry.next_use) break;
      set(place, heap_[furthest]);
      place = furthest;
    }
    set(place, entry);
  }

  void set(std::size_t place, const Entry& entry) {
    heap_[place] = entry;
    places_[entry.slot] = static_cast<std::uint32_t>(place);
  }

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> places_;  // By slot: where it stands in the heap.
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> belady() { return recipe<CachePolicy, Belady>(); }

}  // namespace headrace
