// LRU: gives up the object longest without a hit.

#include <list>
#include <vector>

#include "models/cache/policy.h"

namespace headrace {

namespace {

class Lru final : public CachePolicy {
 public:
  explicit Lru(const Context&) {}
  void inserted(Slot, const CacheAccess&) override {}
  void hit(Slot, const CacheAccess&) override {}
  void removed(Slot) override {}
  Slot victim(const CacheAccess&) override { return kNoSlot; }
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> lru() { return recipe<CachePolicy, Lru>(); }

}  // namespace headrace
