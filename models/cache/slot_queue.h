// SlotQueue: slots first in, first out, for policies.
//
//   queue.push(slot);  queue.oldest();  queue.erase(slot);
//
// The slots lie one behind the other in a ring, so that a walk from the oldest
// reads neighbours; links by slot (slot_list.h) would lie anywhere. What is erased
// in the middle leaves a hole, which is gone when it is the oldest or the ring is
// full. A slot is in it once at most; whether it is in is the policy's to know.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "models/cache/policy.h"

namespace headrace {

class SlotQueue {
 public:
  bool empty() const { return size_ == 0; }
  Slot oldest() const { return ring_[begin_ & mask_]; }  // kNoSlot when empty.

  void push(Slot slot) {
    if (end_ - begin_ == mask_) repack();
    if (slot >= places_.size()) places_.resize(slot + std::size_t{1});
    put(slot);
    ++size_;
  }

  void erase(Slot slot) {
    ring_[places_[slot]] = kNoSlot;
    --size_;
    while (begin_ != end_ && oldest() == kNoSlot) ++begin_;
  }

 private:
  void put(Slot slot) {
    places_[slot] = static_cast<Slot>(end_ & mask_);
    ring_[end_ & mask_] = slot;
    ++end_;
  }

  // Makes as much room again as there are slots, and no holes.
  void repack() {
    const std::vector<Slot> before =
        std::exchange(ring_, std::vector<Slot>(std::bit_ceil(2 * size_ + 2), kNoSlot));
    const std::size_t mask = std::exchange(mask_, ring_.size() - 1);
    const std::size_t begin = std::exchange(begin_, 0);
    for (std::size_t at = begin, end = std::exchange(end_, 0); at != end; ++at)
      if (before[at & mask] != kNoSlot) put(before[at & mask]);
  }

  std::vector<Slot> ring_{kNoSlot};  // From begin_ to end_, counted round and round; elsewhere kNoSlot.
  std::size_t mask_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t size_ = 0;
  std::vector<Slot> places_;  // By slot: where in the ring it is.
};

}  // namespace headrace
