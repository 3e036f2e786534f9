// Never evict: what came first stays, and what does not fit any more is not kept
// (the MinIO cache of CoorDL: Mohan and others, VLDB 2021).
//
// When every object is wanted once an epoch, each object that is held is a hit
// an epoch, and nothing can do better.

#include "models/cache/policy.h"

namespace headrace {

namespace {

class NeverEvict final : public CachePolicy {
 public:
  explicit NeverEvict(const Context&) {}
  void inserted(Slot, const CacheAccess&) override {}
  void hit(Slot, const CacheAccess&) override {}
  void removed(Slot) override {}
  Slot victim(const CacheAccess&) override { return kNoSlot; }
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> never_evict() { return recipe<CachePolicy, NeverEvict>(); }

}  // namespace headrace
