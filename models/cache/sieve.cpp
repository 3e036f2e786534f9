// SIEVE: first in first out, but an object that was hit gets one more round
// (Zhang and others, NSDI 2024).
//
// A hand walks from oldest to newest. It clears the mark of each object hit
// since its last visit, and takes the first one without a mark.

#include <vector>

#include "models/cache/policy.h"
#include "models/cache/slot_list.h"

namespace headrace {

namespace {

class Sieve final : public CachePolicy {
 public:
  explicit Sieve(const Context&) {}

  void inserted(Slot slot, const CacheAccess&) override {
    if (slot >= hit_.size()) hit_.resize(slot + std::size_t{1});
    hit_[slot] = 0;
    queue_.push_newest(slot);
  }

  void hit(Slot slot, const CacheAccess&) override { hit_[slot] = 1; }

  void removed(Slot slot) override {
    if (slot == hand_) hand_ = queue_.newer(slot);
    queue_.erase(slot);
  }

  Slot victim(const CacheAccess&) override {
    if (hand_ == kNoSlot) hand_ = queue_.oldest();
    while (hit_[hand_] != 0) {
      hit_[hand_] = 0;
      hand_ = queue_.newer(hand_);
      if (hand_ == kNoSlot) hand_ = queue_.oldest();
    }
    return hand_;
  }

  Slot next_victim() const override { return hand_ == kNoSlot ? queue_.oldest() : hand_; }

 private:
  SlotList queue_;
  std::vector<std::uint8_t> hit_;  // By slot.
  Slot hand_ = kNoSlot;            // Where the next walk begins; kNoSlot: at the oldest.
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> sieve() { return recipe<CachePolicy, Sieve>(); }

}  // namespace headrace
