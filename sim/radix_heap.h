// RadixHeap: the entries of the event queue, by the digits of their time.
//
// An entry stands in a bucket: that of the highest digit in which its time
// differs from the time reached, and of its value there. With decimal digits (here
// they have six bits), at 4711: 4718 and 4719 stand in two buckets of the ones,
// 4723 and 4729 in one of the tens, 5000 in one of the thousands. The lowest
// bucket of the lowest digit has the earliest: it is looked through where it is
// small, else spread over lower digits. Nothing is pushed that is earlier than what
// was popped, so entries only go down: each is moved a few times, however many are
// pending (Ahuja, Mehlhorn, Orlin, Tarjan: Journal of the ACM 37, 1990).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/event_entry.h"
#include "sim/ring.h"

namespace headrace {

class RadixHeap {
 public:
  std::size_t size() const { return size_; }  // Stale ones included.

  // Takes an entry that is no earlier than the last one popped.
  void push(EventEntry entry) {
    ++size_;
    place(entry);
  }

  // Takes the earliest entry that is not stale into `first`, unless it is after the limit. Keys of the others
  // of its time go to `same`, in order.
  bool pop(const EventRecord* records, std::uint64_t limit, EventEntry& first, Ring<std::uint64_t>& same) {
    while (levels_ != 0) {
      const auto level = static_cast<std::size_t>(std::countr_zero(levels_));
      const auto digit = static_cast<std::size_t>(std::countr_zero(used_[level]));
      Bucket& bucket = buckets_[level * kValues + digit];
      if (bucket.size() > kLookedThrough) {
        drop_stale(records, bucket);
        if (level > 0 && bucket.size() > kLookedThrough) {
          if (!spread(records, limit, level, digit)) return false;
          continue;
        }
        if (bucket.empty()) {
          leave(level, digit);
          continue;
        }
      }
      EventEntry* const entries = bucket.data();
      std::size_t earliest = 0;
      // Arithmetic in place of ?:, of which g++ 12 makes branches that are guessed wrong.
      for (std::size_t i = 1; i < bucket.size(); ++i)
        earliest += (i - earliest) * static_cast<std::size_t>(entries[i] < entries[earliest]);
      first = entries[earliest];
      const bool pending = is_pending(records, first);
      if (pending && first.time() > limit) return false;
      entries[earliest] = bucket.back();
      bucket.pop_back();
      --size_;
      if (bucket.empty()) {
        leave(level, digit);
        if (pending) reached_ = first.time();
      }
      if (!pending) continue;
      bool others = false;
      for (const EventEntry& entry : bucket) others |= entry.time() == first.time();
      if (others) hand_over(first.time(), level, digit, same);
      return true;
    }
    return false;
  }

  // Drops the stale entries.
  void sweep(const EventRecord* records);

 private:
  using Bucket = std::vector<EventEntry>;

  static constexpr std::size_t kDigitBits = 6;
  static constexpr std::size_t kValues = 1 << kDigitBits;
  static constexpr std::size_t kLevels = 11;  // Digits of 64 bits.
  // Entries of a small bucket [assumed]: between 5 and 8, of which a prototype of 100 pending took fewest
  // instructions or at most 5 % more, exponential and storage-like delays; with 12 and 16 up to 28 % more.
  static constexpr std::size_t kLookedThrough = 6;

  static bool is_pending(const EventRecord* records, const EventEntry& entry) {
    return records[entry.slot()].key == entry.key();
  }
  void place(EventEntry entry) {
    const auto differing = static_cast<std::size_t>(std::bit_width((entry.time() ^ reached_) | 1) - 1);
    const std::size_t level = differing * 43 / 256;  // A sixth.
    const auto digit = static_cast<std::size_t>(entry.time() >> (level * kDigitBits)) % kValues;
    buckets_[level * kValues + digit].push_back(entry);
    used_[level] |= std::uint64_t{1} << digit;
    levels_ |= std::uint64_t{1} << level;
  }
  void leave(std::size_t level, std::size_t digit) {
    used_[level] &= ~(std::uint64_t{1} << digit);
    if (used_[level] == 0) levels_ &= ~(std::uint64_t{1} << level);
  }
  void drop_stale(const EventRecord* records, Bucket& bucket);
  bool spread(const EventRecord* records, std::uint64_t limit, std::size_t level, std::size_t digit);
  void hand_over(std::uint64_t time, std::size_t level, std::size_t digit, Ring<std::uint64_t>& same);

  std::array<Bucket, kLevels * kValues> buckets_;
  std::array<std::uint64_t, kLevels> used_{};  // A bit for each bucket that has entries, …
  std::uint64_t levels_ = 0;                   // … and for each level that has such a bucket.
  std::uint64_t reached_ = 0;                  // What digits are compared with.
  std::size_t size_ = 0;
};

}  // namespace headrace
