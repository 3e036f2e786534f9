#include "sim/event_queue.h"

namespace headrace {

std::uint32_t EventQueue::new_record() {
  HEADRACE_CHECK(records_.size() < EventEntry::kSlotMask);  // 16.7 million pending events.
  records_.emplace_back();
  return static_cast<std::uint32_t>(records_.size() - 1);
}

void EventQueue::sweep() {
  std::vector<EventEntry> kept;
  kept.reserve(live_);
  later_.drain([&](const EventEntry& entry) {
    if (records_[entry.slot()].key == entry.key) kept.push_back(entry);
  });
  for (const EventEntry& entry : kept) later_.push(entry);
  for (std::size_t left = ring_.size(); left > 0; --left) {
    const std::uint64_t key = ring_.pop();
    if (records_[slot_of(key)].key == key) ring_.push(key);
  }
}

}  // namespace headrace
