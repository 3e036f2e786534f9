// SlotIndex: finds the slot of an object by its hash; the owner knows the key.
//
//   slot = index.find(hash, [&](Slot slot) { return keys[slot] == key; });
//   index.insert(hash, slot);  index.erase(hash, slot);
//
// Open addressing, at most half full. An entry is eight bytes, half of the hash
// and the slot, so that a look at a key that is not held seldom leaves one cache
// line, and keys are compared only where the halves agree. An erased entry leaves
// no mark: those behind it move up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/cache/policy.h"
#include "sim/check.h"

namespace headrace {

class SlotIndex {
 public:
  std::size_t size() const { return size_; }

  // The slot that was inserted under this hash and that `is` the wanted one; kNoSlot: there is none.
  template <class Is>
  Slot find(std::uint64_t hash, const Is& is) const {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = home(tag); entries_[at].slot != kNoSlot; at = (at + 1) & mask_)
      if (entries_[at].tag == tag && is(entries_[at].slot)) return entries_[at].slot;
    return kNoSlot;
  }

  // The slot is not in it.
  void insert(std::uint64_t hash, Slot slot) {
    if (++size_ > entries_.size() / 2) grow();
    place({tag_of(hash), slot});
  }

  // The slot is in it, under this hash.
  void erase(std::uint64_t hash, Slot slot) {
    std::size_t hole = home(tag_of(hash));
    while (entries_[hole].slot != slot) hole = (hole + 1) & mask_;
    for (std::size_t at = (hole + 1) & mask_; entries_[at].slot != kNoSlot; at = (at + 1) & mask_) {
      // An entry may move up as far as its home.
      if (((at - home(entries_[at].tag)) & mask_) < ((at - hole) & mask_)) continue;
      entries_[hole] = entries_[at];
      hole = at;
    }
    entries_[hole] = {};
    --size_;
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[home(tag_of(hash))]); }

 private:
  struct Entry {
    std::uint32_t tag = 0;
    Slot slot = kNoSlot;
  };
  static constexpr int kTagBits = 32;
  static constexpr int kFirstBits = 4;

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> kTagBits); }
  std::size_t home(std::uint32_t tag) const { return tag >> shift_; }

  void place(Entry entry) {
    std::size_t at = home(entry.tag);
    while (entries_[at].slot != kNoSlot) at = (at + 1) & mask_;
    entries_[at] = entry;
  }

  void grow() {
    HEADRACE_CHECK(shift_ > 0);  // Homes are as many as tags.
    const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
    mask_ = entries_.size() - 1;
    --shift_;
    for (const Entry& entry : before)
      if (entry.slot != kNoSlot) place(entry);
  }

  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kFirstBits);
  std::size_t mask_ = entries_.size() - 1;
  int shift_ = kTagBits - kFirstBits;
  std::size_t size_ = 0;
};

}  // namespace headrace
