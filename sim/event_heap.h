// EventHeap: event entries in a 4-ary heap, four siblings to a cache line.
//
// Popping leaves the root as a hole: a handler that schedules something, as
// most do, fills it with one walk down in place of a walk down and a walk up.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/event_entry.h"

namespace headrace {

class EventHeap {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return used_ - (hole_ ? 1 : 0); }

  void push(EventEntry entry) {
    if (hole_) {
      hole_ = false;
      sift_down(entry);
      return;
    }
    if (used_ + kFirst == lines_.size() * kWays) lines_.resize(lines_.size() * 2);
    sift_up(used_++, entry);
  }

  // The earliest. The heap must not be empty. This one leaves the hole to what is pushed next.
  const EventEntry& peek() const {
    const EventEntry* const all = entries();
    return all[hole_ ? earliest_child(all, 1) : 0];
  }
  const EventEntry& front() {
    fill_hole();
    return entries()[0];
  }
  EventEntry pop() {
    fill_hole();
    hole_ = true;
    return entries()[0];
  }

  template <class Visit>
  void drain(Visit visit) {  // Hands over everything, in no order.
    const EventEntry* const all = entries();
    for (std::size_t i = hole_ ? 1 : 0; i < used_; ++i) visit(all[i]);
    used_ = 0;
    hole_ = false;
  }

 private:
  static constexpr std::size_t kWays = 4;
  static constexpr std::size_t kFirst = kWays - 1;  // Puts every group of four siblings on one cache line.
  struct alignas(64) Line {
    EventEntry entries[kWays];
  };

  EventEntry* entries() { return lines_.data()->entries + kFirst; }
  const EventEntry* entries() const { return lines_.data()->entries + kFirst; }

  // Arithmetic in place of ?:, of which g++ 12 makes branches that are guessed wrong.
  static std::size_t earliest_of_four(const EventEntry* all, std::size_t first) {
    const std::size_t a = first + static_cast<std::size_t>(all[first + 1] < all[first]);
    const std::size_t b = first + 2 + static_cast<std::size_t>(all[first + 3] < all[first + 2]);
    return a + (b - a) * static_cast<std::size_t>(all[b] < all[a]);
  }
  std::size_t earliest_child(const EventEntry* all, std::size_t first) const {
    if (first + kWays <= used_) return earliest_of_four(all, first);
    std::size_t best = first;
    for (std::size_t child = first + 1; child < used_; ++child)
      if (all[child] < all[best]) best = child;
    return best;
  }

  void sift_up(std::size_t i, EventEntry entry) {
    EventEntry* const all = entries();
    while (i > 0) {
      const std::size_t parent = (i - 1) / kWays;
      if (!(entry < all[parent])) break;
      all[i] = all[parent];
      i = parent;
    }
    all[i] = entry;
  }
  void sift_down(EventEntry entry) {
    EventEntry* const all = entries();
    std::size_t i = 0;
    for (std::size_t first = 1; first < used_; first = kWays * i + 1) {
      const std::size_t best = earliest_child(all, first);
      if (!(all[best] < entry)) break;
      all[i] = all[best];
      i = best;
    }
    all[i] = entry;
  }
  void fill_hole() {
    if (!hole_) return;
    hole_ = false;
    EventEntry* const all = entries();
    const EventEntry last = all[--used_];
    if (used_ == 0) return;
    // The last entry is almost always late: take the hole to a leaf first, then the entry up from there.
    std::size_t i = 0;
    for (std::size_t first = 1; first < used_; first = kWays * i + 1) {
      const std::size_t best = earliest_child(all, first);
      all[i] = all[best];
      i = best;
    }
    sift_up(i, last);
  }

  std::vector<Line> lines_{16};
  std::size_t used_ = 0;
  bool hole_ = false;  // The root was popped and nothing has taken its place yet.
};

}  // namespace headrace
