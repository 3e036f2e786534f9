// EventLadder: the entries of the event queue, near ones in a heap, far ones in
// buckets.
//
// The near future is a small heap. Behind it stand rungs of buckets, each a
// power of two of nanoseconds wide; the bucket whose time comes is poured into
// the heap, or split into a finer rung when it holds too much. Beyond the last
// rung lies an unsorted rest. An entry is moved a few times in all, so the cost
// does not grow with the number pending. The order that comes out is exact.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/event_entry.h"
#include "sim/event_heap.h"

namespace headrace {

class EventLadder {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(EventEntry entry) {
    ++size_;
    if (entry.time() < near_end_) {
      near_.push(entry);
    } else {
      push_far(entry);
    }
  }

  // The earliest; there must be one. The records are fetched into the cache ahead of their turn.
  std::uint64_t earliest_time(const EventRecord* records) {
    if (near_.empty()) refill(records);
    return near_.peek().time();
  }
  const EventEntry& front(const EventRecord* records) {
    if (near_.empty()) refill(records);
    return near_.front();
  }
  EventEntry pop(const EventRecord* records) {
    if (near_.empty()) refill(records);
    --size_;
    return near_.pop();
  }

  // Keeps only the entries that `keep` is true for.
  template <class Keep>
  void sweep(Keep keep) {
    std::vector<EventEntry> kept;
    for (const EventEntry& entry : take_all())
      if (keep(entry)) kept.push_back(entry);
    for (const EventEntry& entry : kept) push(entry);
  }

 private:
  static constexpr std::uint32_t kChunk = 16;       // Entries of a bucket that lie together.
  static constexpr std::size_t kSplitAbove = 192;   // Poured into the heap up to this many.
  static constexpr std::size_t kBucketTarget = 24;  // Entries wanted in a bucket of a new rung.
  static constexpr std::size_t kRungs = 12;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct alignas(64) Chunk {  // Whole cache lines.
    EventEntry entries[kChunk];
  };
  struct Bucket {
    std::uint32_t chunk = kNone;  // The one being filled; those behind it are full.
    std::uint32_t count = 0;
  };
  struct Span {  // [start, end)
    std::uint64_t start = 0;
    std::uint64_t end = 0;
  };
  struct Rung {
    Span span;
    int shift = 0;            // Width of a bucket, as a power of two.
    std::size_t current = 0;  // First bucket not yet taken.
    std::size_t count = 0;
    std::vector<Bucket> buckets;
  };

  void push_far(EventEntry entry);
  void refill(const EventRecord* records);
  Span take_bucket();
  Span take_rest();
  void add_rung(Span span);
  void put(Rung& rung, const EventEntry& entry);
  void take_entries(Bucket& bucket);
  void pour(const EventRecord* records);
  std::uint32_t new_chunk();
  std::vector<EventEntry> take_all();

  EventHeap near_;
  std::uint64_t near_end_ = 0;      // Entries before this are in the heap, and only they.
  std::array<Rung, kRungs> rungs_;  // Each splits the current bucket of the one before.
  std::size_t rungs_used_ = 0;
  std::vector<EventEntry> rest_;  // Beyond the first rung.
  std::vector<EventEntry> moving_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> next_chunk_;  // Of each: in its bucket, or among the free ones.
  std::uint32_t free_chunk_ = kNone;
  std::size_t size_ = 0;
};

}  // namespace headrace
