#include "sim/event_queue.h"

namespace headrace {

std::uint32_t EventQueue::new_record() {
  HEADRACE_CHECK(records_.size() < EventEntry::kSlotMask);  // 16.7 million pending events.
  records_.emplace_back();
  return static_cast<std::uint32_t>(records_.size() - 1);
}

void EventQueue::sweep() {
  later_.sweep([this](const EventEntry& entry) { return records_[entry.slot()].key == entry.key; });
  for (std::size_t left = ring_.size(); left > 0; --left) {
    const std::uint64_t key = ring_.pop();
    if (records_[slot_of(key)].key == key) ring_.push(key);
  }
}

}  // namespace headrace
