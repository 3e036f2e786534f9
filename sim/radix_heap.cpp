#include "sim/radix_heap.h"

#include <algorithm>

namespace headrace {

namespace {

constexpr std::size_t kKept = 1024;  // Entries of which an emptied bucket keeps the memory [assumed].

// Buckets of so few are opened soon before their events run; so many pending are more than a cache holds
// [both assumed].
constexpr std::size_t kSoon = 192, kManyPending = 4096;
constexpr std::size_t kCacheLine = 64;
constexpr std::uint64_t kLeastAddress = std::uint64_t{1} << 20;

// Fetches the first cache lines of what stands at an address, if anything does.
void fetch(std::uintptr_t address) {
  for (std::size_t line = 0; line < 3; ++line)
    __builtin_prefetch(reinterpret_cast<const void*>(address + line * kCacheLine));
}

// Fetches what events act on: the object, and what the word names where it is an address.
void fetch_all(const EventRecord* records, const std::vector<EventEntry>& entries) {
  for (const EventEntry& entry : entries) {
    const Action& action = records[entry.slot()].action;
    fetch(reinterpret_cast<std::uintptr_t>(action.object));
    if (action.word >= kLeastAddress) fetch(action.word);
  }
}

}  // namespace

void RadixHeap::drop_stale(const EventRecord* records, Bucket& bucket) {
  size_ -= std::erase_if(bucket, [&](const EventEntry& entry) { return !is_pending(records, entry); });
}

// Spreads a bucket of pending entries over those of lower digits. Returns false where none is due by the
// limit: the digits stay compared with what they were, as earlier entries may still be pushed.
bool RadixHeap::spread(const EventRecord* records, std::uint64_t limit, std::size_t level,
                       std::size_t digit) {
  Bucket& bucket = buckets_[level * kValues + digit];
  const std::uint64_t earliest = std::min_element(bucket.begin(), bucket.end())->time();
  if (earliest > limit) return false;
  reached_ = earliest;
  if (size_ > kManyPending && bucket.size() <= kSoon) fetch_all(records, bucket);
  for (const EventEntry& entry : bucket) place(entry);
  leave(level, digit);
  bucket.clear();
  if (bucket.capacity() > kKept) Bucket().swap(bucket);
  return true;
}

// Moves the keys of a bucket's entries of one time to `same`.
void RadixHeap::hand_over(std::uint64_t time, std::size_t level, std::size_t digit,
                          Ring<std::uint64_t>& same) {
  Bucket& bucket = buckets_[level * kValues + digit];
  const auto later = [time](const EventEntry& entry) { return entry.time() > time; };
  const auto first = std::partition(bucket.begin(), bucket.end(), later);
  std::sort(first, bucket.end());
  for (auto entry = first; entry != bucket.end(); ++entry) same.push(entry->key());
  size_ -= static_cast<std::size_t>(bucket.end() - first);
  bucket.erase(first, bucket.end());
  if (!bucket.empty()) return;
  leave(level, digit);
  reached_ = time;
}

void RadixHeap::sweep(const EventRecord* records) {
  for (std::uint64_t levels = levels_; levels != 0; levels &= levels - 1) {
    const auto level = static_cast<std::size_t>(std::countr_zero(levels));
    for (std::uint64_t used = used_[level]; used != 0; used &= used - 1) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(used));
      Bucket& bucket = buckets_[level * kValues + digit];
      drop_stale(records, bucket);
      if (bucket.empty()) leave(level, digit);
    }
  }
}

}  // namespace headrace
