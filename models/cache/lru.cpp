// LRU: gives up the object longest without a hit.

#include "models/cache/policy.h"
#include "models/cache/slot_list.h"

namespace headrace {

namespace {

class Lru final : public CachePolicy {
 public:
  explicit Lru(const Context&) {}
  void inserted(Slot slot, const CacheAccess&) override { order_.push_newest(slot); }
  void hit(Slot slot, const CacheAccess&) override {
    if (slot == order_.newest()) return;
    order_.erase(slot);
    order_.push_newest(slot);
  }
  void removed(Slot slot) override { order_.erase(slot); }
  Slot victim(const CacheAccess&) override { return order_.oldest(); }
  Slot next_victim() const override { return order_.oldest(); }

 private:
  SlotList order_;
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> lru() { return recipe<CachePolicy, Lru>(); }

}  // namespace headrace
