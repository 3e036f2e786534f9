// FIFO: gives up the object that came first, hit or not.

#include "models/cache/policy.h"
#include "models/cache/slot_queue.h"

namespace headrace {

namespace {

class Fifo final : public CachePolicy {
 public:
  explicit Fifo(const Context&) {}
  void inserted(Slot slot, const CacheAccess&) override { queue_.push(slot); }
  void hit(Slot, const CacheAccess&) override {}
  void removed(Slot slot) override { queue_.erase(slot); }
  Slot victim(const CacheAccess&) override { return queue_.oldest(); }
  Slot next_victim() const override { return queue_.oldest(); }

 private:
  SlotQueue queue_;
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> fifo() { return recipe<CachePolicy, Fifo>(); }

}  // namespace headrace
