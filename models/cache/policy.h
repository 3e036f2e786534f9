// CachePolicy: which object a full cache gives up.
//
// The cache owns objects, sizes and counts (cache.h); a policy remembers an
// order of slots. It is told and asked; it keeps no clock and waits for
// nothing. A policy is one source in this folder and one line in policies.cpp.
#pragma once

#include <cstdint>
#include <limits>

#include "models/registry.h"
#include "sim/units.h"

namespace headrace {

using Slot = std::uint32_t;  // An object that is held, dense from 0 and used again.
inline constexpr Slot kNoSlot = ~Slot{0};

// Moment at which an object is wanted again, on a scale that only grows: an epoch and a place in it.
inline constexpr std::int64_t kNeverAgain = std::numeric_limits<std::int64_t>::max();

struct CacheAccess {
  std::uint64_t key = 0;  // The same for the same object, also after it was given up.
  Bytes size;
  std::int64_t next_use = kNeverAgain;  // Only for a policy that needs the future.
};

class CachePolicy {
 public:
  static constexpr std::string_view kMeaning = "which object a full cache gives up";
  struct Context {
    Bytes capacity;
  };
  static PolicyTable<CachePolicy> table();

  virtual ~CachePolicy() = default;
  virtual void inserted(Slot slot, const CacheAccess& access) = 0;
  virtual void hit(Slot slot, const CacheAccess& access) = 0;
  virtual void removed(Slot slot) = 0;  // Given up, or invalidated.
  virtual void resized(Slot slot, Bytes size) {
    static_cast<void>(slot);
    static_cast<void>(size);
  }
  // Whom to give up for `wanted`; asked only when something is held, and removed() of the named one follows
  // at once. kNoSlot: nobody, and `wanted` is not held.
  virtual Slot victim(const CacheAccess& wanted) = 0;
  // A guess at whom victim() will name next, of those that are held, for the cache to fetch ahead. A wrong
  // one costs time and no more.
  virtual Slot next_victim() const { return kNoSlot; }
  virtual bool needs_future() const { return false; }
};

}  // namespace headrace
