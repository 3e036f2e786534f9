// Ghosts: keys of what was given up, up to so many bytes, the oldest forgotten
// first.
//
//   ghosts.remember(key, size);  if (ghosts.forget(key)) { …it has come back… }
//
// They lie in a ring in the order in which they came, so that the oldest, which
// go one by one, are neighbours. One forgotten in the middle leaves a hole, which
// is gone when it is the oldest or the ring is full.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/cache/policy.h"
#include "models/cache/slot_index.h"

namespace headrace {

class Ghosts {
 public:
  explicit Ghosts(Bytes capacity) : capacity_(capacity) {}

  // The key is no ghost. More than all ghosts together may be is not remembered.
  void remember(std::uint64_t key, Bytes size) {
    if (size > capacity_) return;
    while (held_ + size > capacity_) drop(begin_ & mask_);
    if (end_ - begin_ == ring_.size()) repack();
    append({key, size});
    held_ += size;
    if (begin_ != end_) places_.prefetch(ring_[begin_ & mask_].key);  // The next to go.
  }

  bool forget(std::uint64_t key) {  // Whether it was remembered.
    const Slot place = places_.find(key, [&](Slot other) { return ring_[other].key == key; });
    if (place == kNoSlot) return false;
    drop(place);
    return true;
  }

  void prefetch(std::uint64_t key) const { places_.prefetch(key); }  // For forget(), soon.

 private:
  struct Ghost {
    std::uint64_t key = 0;
    Bytes size = kHole;
  };
  static constexpr Bytes kHole = Bytes::count(-1);

  void append(const Ghost& ghost) {
    const std::size_t place = end_++ & mask_;
    ring_[place] = ghost;
    places_.insert(ghost.key, static_cast<Slot>(place));
  }

  void drop(std::size_t place) {
    Ghost& ghost = ring_[place];
    places_.erase(ghost.key, static_cast<Slot>(place));
    held_ -= ghost.size;
    ghost.size = kHole;
    while (begin_ != end_ && ring_[begin_ & mask_].size == kHole) ++begin_;
  }

  // Makes as much room again as there are ghosts, and no holes.
  void repack() {
    const std::vector<Ghost> before =
        std::exchange(ring_, std::vector<Ghost>(std::bit_ceil(2 * places_.size() + 1)));
    const std::size_t mask = std::exchange(mask_, ring_.size() - 1);
    const std::size_t end = std::exchange(end_, 0);
    places_ = SlotIndex();
    for (std::size_t at = std::exchange(begin_, 0); at != end; ++at)
      if (before[at & mask].size != kHole) append(before[at & mask]);
  }

  Bytes capacity_;
  Bytes held_;
  std::vector<Ghost> ring_{1};  // From begin_ to end_, counted round and round.
  std::size_t mask_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  SlotIndex places_;  // Of ghosts in the ring.
};

}  // namespace headrace
