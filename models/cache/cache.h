// Cache: what is held, how much of it, and whom its policy gives up.
//
//   Cache cache(64_GiB, spec.policy);
//   if (!cache.lookup(key)) { …fetch…; cache.insert(key, size); }
//
// It counts and remembers; what a hit costs is its owner's (sample_cache.h, the
// page cache of storage/lustre/). Objects are interned: one hash lookup, then
// dense slots for the policy.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>

#include "models/cache/policy.h"

namespace headrace {

struct CacheKey {
  std::uint64_t object = 0;
  std::uint64_t part = 0;
  auto operator<=>(const CacheKey&) const = default;
};

}  // namespace headrace
