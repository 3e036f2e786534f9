// EventQueue: what happens next.
//
// Events run in order of (time, order of scheduling), exactly: two events at
// one instant run in the order they were made. An event for the present instant
// goes to a ring. With the first event of an instant the heap gives the ring all
// others of it, which are older than what is pushed while it lasts. Cancelling is
// O(1): it frees the record, and the entry left behind no longer matches the
// record's key. Stale entries are swept out when they are more than half.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/check.h"
#include "sim/event_entry.h"
#include "sim/radix_heap.h"
#include "sim/ring.h"
#include "sim/units.h"

namespace headrace {

// Names a pending event. An event that ran or was cancelled is never named again, so an old id is harmless.
struct EventId {
  std::uint64_t key = 0;
  // Returns a number that no other pending event has.
  std::uint32_t slot() const { return static_cast<std::uint32_t>(key & EventEntry::kSlotMask); }
  explicit operator bool() const { return key != 0; }
};

class EventQueue {
 public:
  struct Due {
    Time at;
    std::uint64_t sequence = 0;
    std::uint32_t slot = 0;
    Action action;
  };

  EventId push(Time now, Time at, Action action) {
    return push(now, at, action.run, action.object, action.word);
  }

  void cancel(EventId event) {
    if (!event) return;
    const std::uint32_t slot = slot_of(event.key);
    if (records_[slot].key != event.key) return;
    free_record(slot);
    if (entries() > 2 * live_ + kSweepSlack) sweep();
  }

  // Says whether the event is still to come.
  bool holds(EventId event) const { return event && records_[slot_of(event.key)].key == event.key; }

  // Takes the earliest event, unless it is after the limit.
  bool pop(Time now, Time limit, Due& due) {
    while (live_ > 0) {
      std::uint64_t key = 0;
      if (!ring_.empty()) {
        if (now > limit) return false;
        key = ring_.pop();
        if (records_[slot_of(key)].key != key) continue;  // Cancelled.
        due.at = now;
      } else {
        EventEntry first;
        if (!later_.pop(records_.data(), static_cast<std::uint64_t>(limit.ns()), first, ring_)) return false;
        due.at = Time::at(Duration::nanoseconds(static_cast<std::int64_t>(first.time())));
        key = first.key();
      }
      const std::uint32_t slot = slot_of(key);
      due.sequence = key >> EventEntry::kSlotBits;
      due.slot = slot;
      due.action = records_[slot].action;
      free_record(slot);
      return true;
    }
    return false;
  }

  bool empty() const { return live_ == 0; }
  std::size_t size() const { return live_; }
  // Returns the entries of the queue itself, stale ones included: what its memory grows with.
  std::size_t entries() const { return ring_.size() + later_.size(); }

 private:
  static constexpr std::uint64_t kLastSequence = (std::uint64_t{1} << (64 - EventEntry::kSlotBits)) - 1;
  static constexpr std::size_t kSweepSlack = 64;

  static std::uint32_t slot_of(std::uint64_t key) {
    return static_cast<std::uint32_t>(key & EventEntry::kSlotMask);
  }
  // An action in its parts, so that it comes in registers: in one piece it is written in halves and read
  // whole, which waits for the writes.
  EventId push(Time now, Time at, void (*run)(void*, std::uint64_t), void* object, std::uint64_t word);
  std::uint32_t take_record() {
    if (free_ == 0) return new_record();
    const auto slot = static_cast<std::uint32_t>(free_ - 1);
    free_ = records_[slot].key;
    return slot;
  }
  void free_record(std::uint32_t slot) {
    records_[slot].key = free_;
    free_ = std::uint64_t{slot} + 1;
    --live_;
  }
  std::uint32_t new_record();
  void sweep();

  RadixHeap later_;
  Ring<std::uint64_t> ring_;  // Keys; the time is the present.
  std::vector<EventRecord> records_;
  std::uint64_t free_ = 0;  // One plus the first free record, whose key is the same of the next; 0: none.
  std::uint64_t sequence_ = 0;
  std::size_t live_ = 0;
};

}  // namespace headrace
