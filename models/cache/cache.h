// Cache: what is held, how much of it, and whom its policy gives up.
//
//   Cache cache(64_GiB, spec.policy);
//   if (!cache.lookup(key, size)) { …fetch…; cache.insert(key, size); }
//
// It counts and remembers; what a hit costs is its owner's (sample_cache.h, the
// page cache of storage/lustre/). Objects are interned: one hash lookup, then
// dense slots for the policy.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/cache/policy.h"
#include "models/cache/slot_index.h"

namespace headrace {

struct CacheKey {
  std::uint64_t object = 0;
  std::uint64_t part = 0;
  auto operator<=>(const CacheKey&) const = default;
};

class Cache {
 public:
  Cache(Bytes capacity, const Chosen<CachePolicy>& policy);
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  ~Cache() = default;

  // Says whether the object is held. `size` is what is asked for: it counts as hit or as missed.
  bool lookup(const CacheKey& key, Bytes size, std::int64_t next_use = kNeverAgain);
  bool contains(const CacheKey& key) const { return find(key) != kNoSlot; }  // Counts nothing.
  // Returns where the object is held, until it is given up or removed; kNoSlot: nowhere. Counts nothing.
  Slot find(const CacheKey& key) const { return find(key, mix(key)); }

  // Gives up others until the object fits, and returns where it is held now: nowhere if it is larger than the
  // cache, or than what the policy gives up for it. An object that is held changes its size and keeps its
  // place.
  std::optional<Slot> insert(const CacheKey& key, Bytes size, std::int64_t next_use = kNeverAgain);
  bool remove(const CacheKey& key);  // Invalidated. False: it was not held.
  // Removes all whose keys a test picks.
  template <class Picks>
  void remove_if(Picks picks) {
    for (const auto& slot : slots_)
      if (slot.size != kFree && picks(slot.key)) remove(CacheKey(slot.key));
  }

  // Gives up others until no more than that is held, and says who went. False: the policy keeps more.
  bool shrink_to(Bytes most, std::vector<CacheKey>& given_up);

  bool needs_future() const { return policy_->needs_future(); }
  Bytes capacity() const { return capacity_; }
  Bytes held() const { return held_; }
  std::size_t objects() const { return index_.size(); }

  std::int64_t hits() const { return hits_; }
  std::int64_t misses() const { return misses_; }
  std::int64_t evictions() const { return evictions_; }  // Given up by the policy; remove() is none.
  Bytes bytes_hit() const { return bytes_hit_; }
  Bytes bytes_missed() const { return bytes_missed_; }

  // Empty when all that came in is held or has left, and fits; else what does not add up.
  std::string imbalance() const;

 private:
  struct Object {
    CacheKey key;
    Bytes size;
  };
  static constexpr Bytes kFree = Bytes::count(-1);  // The size of a slot that holds nothing.

  // Neighbours in both numbers are far apart in the high bits, which the index looks at.
  static std::uint64_t mix(const CacheKey& key) {
    std::uint64_t x = key.object * 0x9e3779b97f4a7c15U + key.part * 0xd6e8feb86659fd93U;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93U;
    return x ^ (x >> 32);
  }
  Slot find(const CacheKey& key, std::uint64_t hash) const {
    return index_.find(hash, [&](Slot slot) { return slots_[slot].key == key; });
  }
  bool make_room(const CacheAccess& wanted);  // False: the policy keeps what it has.
  bool resize(Slot slot, const CacheAccess& access);
  Slot take_slot(const CacheKey& key, const CacheAccess& access);
  void evict(Slot slot);
  void drop(Slot slot);

  Bytes capacity_;
  std::unique_ptr<CachePolicy> policy_;
  SlotIndex index_;
  std::vector<Object> slots_;
  std::vector<Slot> free_;
  Bytes held_;
  std::int64_t hits_ = 0;
  std::int64_t misses_ = 0;
  std::int64_t evictions_ = 0;
  Bytes bytes_hit_;
  Bytes bytes_missed_;
  Bytes bytes_in_;
  Bytes bytes_evicted_;
  Bytes bytes_removed_;
};

}  // namespace headrace
