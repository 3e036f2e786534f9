// The two halves of a pending event: the 16 bytes that are ordered, and the
// 32-byte record that says what to do. An entry names its record by slot; it is
// stale when the record's key is another one.
#pragma once

#include <cstdint>

#include "sim/action.h"

namespace headrace {

struct EventRecord {
  Action action;
  std::uint64_t key = 0;  // Of the pending event; in a free record, something that is no event's key.
};

class EventEntry {
 public:
  static constexpr int kSlotBits = 24;
  static constexpr std::uint64_t kSlotMask = (std::uint64_t{1} << kSlotBits) - 1;

  EventEntry() = default;
  EventEntry(std::uint64_t time, std::uint64_t key) : time_and_key_(Wide{time} << 64 | key) {}

  std::uint64_t time() const { return static_cast<std::uint64_t>(time_and_key_ >> 64); }
  std::uint64_t key() const { return static_cast<std::uint64_t>(time_and_key_); }  // sequence:40 | slot:24
  std::uint32_t slot() const { return static_cast<std::uint32_t>(key() & kSlotMask); }

  // Orders by time, then sequence: sequences differ, so the slot never decides.
  friend bool operator<(const EventEntry& a, const EventEntry& b) {
    return a.time_and_key_ < b.time_and_key_;
  }

 private:
  // Key in one number, so that it is compared without a branch and handed over in registers: as two fields it
  // went through memory, written in halves and read whole, which waits for the writes.
  __extension__ using Wide = unsigned __int128;
  Wide time_and_key_ = 0;
};

}  // namespace headrace
