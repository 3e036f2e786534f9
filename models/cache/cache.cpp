#include "models/cache/cache.h"

#include "sim/check.h"

namespace headrace {

Cache::Cache(Bytes capacity, const Chosen<CachePolicy>& policy)
    : capacity_(capacity), policy_(policy.make({capacity})) {}

bool Cache::lookup(const CacheKey& key, Bytes size, std::int64_t next_use) {
  const std::uint64_t hash = mix(key);
  const Slot slot = find(key, hash);
  if (slot == kNoSlot) {
    ++misses_;
    bytes_missed_ += size;
    return false;
  }
  ++hits_;
  bytes_hit_ += size;
  policy_->hit(slot, {hash, size, next_use});
  return true;
}

std::optional<Slot> Cache::insert(const CacheKey& key, Bytes size, std::int64_t next_use) {
  HEADRACE_CHECK(size >= 0_B);
  const CacheAccess access{mix(key), size, next_use};
  const Slot held = find(key, access.key);
  if (held != kNoSlot) return resize(held, access) ? std::optional(held) : std::nullopt;
  if (size > capacity_ || !make_room(access)) return std::nullopt;
  const Slot slot = take_slot(key, access);
  policy_->inserted(slot, access);
  return slot;
}

bool Cache::remove(const CacheKey& key) {
  const Slot slot = find(key);
  if (slot == kNoSlot) return false;
  bytes_removed_ += slots_[slot].size;
  drop(slot);
  return true;
}

bool Cache::shrink_to(Bytes most, std::vector<CacheKey>& given_up) {
  const CacheAccess nobody;
  while (held_ > most) {
    const Slot slot = policy_->victim(nobody);
    if (slot == kNoSlot) return false;
    given_up.push_back(slots_[slot].key);
    evict(slot);
  }
  return true;
}

bool Cache::make_room(const CacheAccess& wanted) {
  while (held_ + wanted.size > capacity_) {
    const Slot slot = policy_->victim(wanted);
    if (slot == kNoSlot) return false;
    evict(slot);
  }
  return true;
}

// Changes the size of a held object. It may grow past what fits: others go first. False: it had to go itself,
// as that was not enough or the policy gives up no other.
bool Cache::resize(Slot slot, const CacheAccess& access) {
  const Bytes before = slots_[slot].size;
  slots_[slot].size = access.size;
  held_ += access.size - before;
  bytes_in_ += access.size - before;
  policy_->resized(slot, access.size);
  while (held_ > capacity_) {
    const Slot chosen = access.size > capacity_ ? slot : policy_->victim(access);
    const Slot given_up = chosen == kNoSlot ? slot : chosen;
    evict(given_up);
    if (given_up == slot) return false;
  }
  return true;
}

Slot Cache::take_slot(const CacheKey& key, const CacheAccess& access) {
  Slot slot = static_cast<Slot>(slots_.size());
  if (free_.empty()) {
    HEADRACE_CHECK(slots_.size() < kNoSlot);
    slots_.push_back({key, access.size});
  } else {
    slot = free_.back();
    free_.pop_back();
    slots_[slot] = {key, access.size};
  }
  index_.insert(access.key, slot);
  held_ += access.size;
  bytes_in_ += access.size;
  return slot;
}

void Cache::evict(Slot slot) {
  HEADRACE_CHECK(slot < slots_.size() && slots_[slot].size != kFree);
  ++evictions_;
  bytes_evicted_ += slots_[slot].size;
  drop(slot);
  const Slot next = policy_->next_victim();
  if (next != kNoSlot) index_.prefetch(mix(slots_[next].key));
}

void Cache::drop(Slot slot) {
  policy_->removed(slot);
  held_ -= slots_[slot].size;
  index_.erase(mix(slots_[slot].key), slot);
  slots_[slot].size = kFree;
  free_.push_back(slot);
}

std::string Cache::imbalance() const {
  const auto said = [](const char* what, Bytes a, Bytes b) {
    return std::string(what) + ": " + std::to_string(a.count()) + " B and " + std::to_string(b.count()) +
           " B";
  };
  if (bytes_in_ - bytes_evicted_ - bytes_removed_ != held_)
    return said("what came in and did not leave, and what is held",
                bytes_in_ - bytes_evicted_ - bytes_removed_, held_);
  if (held_ > capacity_) return said("more is held than fits", held_, capacity_);
  Bytes sum;
  std::size_t used = 0;
  for (Slot slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].size == kFree) continue;
    ++used;
    sum += slots_[slot].size;
    if (find(slots_[slot].key) != slot) return "slot " + std::to_string(slot) + " is not found under its key";
  }
  if (sum != held_) return said("what the slots hold, and what is held", sum, held_);
  if (used != index_.size() || used + free_.size() != slots_.size()) return "slots were lost or doubled";
  return {};
}

}  // namespace headrace
