// S3-FIFO: three queues, first in first out (Yang and others, SOSP 2023).
//
// New objects enter a small queue. What is hit twice there moves on to the main
// queue; the rest is given up and remembered in a queue of ghosts, which holds
// keys and no bytes. What comes back as a ghost enters the main queue at once.
// The main queue gives an object one more round for each hit, three at most.
//
// The small queue is asked first when it has its share of the cache, the main
// queue otherwise; ghosts are as many bytes as the main queue has room for.

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/cache/ghosts.h"
#include "models/cache/policy.h"
#include "models/cache/slot_queue.h"

namespace headrace {

namespace {

struct S3FifoSpec {
  double small_share = 0.1;

  void visit(Fields& f) {
    f.number({"small_share", "share of the capacity that the queue of new objects has",
              "Yang and others, SOSP 2023 [read]"},
             small_share, 0.001, 0.999);
  }
};

class S3Fifo final : public CachePolicy {
 public:
  S3Fifo(const Context& context, const S3FifoSpec& spec)
      : small_(share(context.capacity, spec.small_share)),
        main_(context.capacity - small_.target),
        ghosts_(main_.target) {}

  void inserted(Slot slot, const CacheAccess& access) override {
    if (slot >= objects_.size()) {
      objects_.resize(slot + std::size_t{1});
      states_.resize(slot + std::size_t{1});
    }
    objects_[slot] = {access.key, access.size};
    states_[slot] = {0, ghosts_.forget(access.key)};
    enter(queue_of(slot), slot);
  }

  void hit(Slot slot, const CacheAccess&) override {
    std::uint8_t& hits = states_[slot].hits;
    hits = static_cast<std::uint8_t>(hits + (hits < kMostHits ? 1 : 0));
  }

  void removed(Slot slot) override { leave(queue_of(slot), slot); }

  void resized(Slot slot, Bytes size) override {
    queue_of(slot).held += size - objects_[slot].size;
    objects_[slot].size = size;
  }

  Slot victim(const CacheAccess& wanted) override {
    ghosts_.prefetch(wanted.key);
    const bool small_first = small_.held >= small_.target || main_.order.empty();
    const Slot slot = small_first ? from_small() : kNoSlot;
    return slot == kNoSlot ? from_main() : slot;
  }

  Slot next_victim() const override {
    const Slot slot = small_.order.empty() ? main_.order.oldest() : small_.order.oldest();
    if (slot != kNoSlot) ghosts_.prefetch(objects_[slot].key);
    return slot;
  }

 private:
  struct Object {
    std::uint64_t key = 0;
    Bytes size;
  };
  struct State {  // What a hit touches, and nothing else.
    std::uint8_t hits = 0;
    bool in_main = false;
  };
  struct Queue {
    explicit Queue(Bytes own) : target(own) {}
    Bytes target;
    Bytes held;
    SlotQueue order;
  };
  static constexpr std::uint8_t kMostHits = 3;    // Two bits.
  static constexpr std::uint8_t kHitsToStay = 2;  // In the small queue.

  static Bytes share(Bytes capacity, double part) {
    const double small = std::floor(static_cast<double>(capacity.count()) * part);
    return std::max(1_B, Bytes::count(static_cast<std::int64_t>(small)));
  }

  Queue& queue_of(Slot slot) { return states_[slot].in_main ? main_ : small_; }
  void enter(Queue& queue, Slot slot) {
    queue.order.push(slot);
    queue.held += objects_[slot].size;
  }
  void leave(Queue& queue, Slot slot) {
    queue.order.erase(slot);
    queue.held -= objects_[slot].size;
  }

  // kNoSlot: all of it moved on to the main queue.
  Slot from_small() {
    while (!small_.order.empty()) {
      const Slot slot = small_.order.oldest();
      if (states_[slot].hits < kHitsToStay) {
        ghosts_.remember(objects_[slot].key, objects_[slot].size);
        return slot;
      }
      leave(small_, slot);
      states_[slot] = {0, true};
      enter(main_, slot);
      if (main_.held > main_.target) return from_main();
    }
    return kNoSlot;
  }

  Slot from_main() {
    for (;;) {
      const Slot slot = main_.order.oldest();
      if (states_[slot].hits == 0) return slot;
      --states_[slot].hits;
      main_.order.erase(slot);
      main_.order.push(slot);
    }
  }

  Queue small_;
  Queue main_;
  Ghosts ghosts_;
  std::vector<Object> objects_;  // By slot.
  std::vector<State> states_;    // By slot.
};

}  // namespace

std::unique_ptr<Recipe<CachePolicy>> s3fifo() { return recipe<CachePolicy, S3Fifo, S3FifoSpec>(); }

}  // namespace headrace
