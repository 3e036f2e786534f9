#include "sim/event_queue.h"

namespace headrace {

EventId EventQueue::push(Time now, Time at, void (*run)(void*, std::uint64_t), void* object,
                         std::uint64_t word) {
  HEADRACE_CHECK(at >= now);
  HEADRACE_CHECK(sequence_ < kLastSequence);
  const std::uint32_t slot = take_record();
  const std::uint64_t key = (++sequence_ << EventEntry::kSlotBits) | slot;
  records_[slot].action = {run, object, word};
  records_[slot].key = key;
  ++live_;
  if (at == now) {
    ring_.push(key);
  } else {
    later_.push(EventEntry(static_cast<std::uint64_t>(at.ns()), key));
  }
  return EventId{key};
}

std::uint32_t EventQueue::new_record() {
  HEADRACE_CHECK(records_.size() < EventEntry::kSlotMask);  // 16.7 million pending events.
  records_.emplace_back();
  return static_cast<std::uint32_t>(records_.size() - 1);
}

void EventQueue::sweep() {
  later_.sweep(records_.data());
  for (std::size_t left = ring_.size(); left > 0; --left) {
    const std::uint64_t key = ring_.pop();
    if (records_[slot_of(key)].key == key) ring_.push(key);
  }
}

}  // namespace headrace
