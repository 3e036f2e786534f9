#include "sim/event_ladder.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::uint64_t kLeastAddress = std::uint64_t{1} << 20;

// Fetches the first cache lines of what stands at an address, if anything does.
void fetch(std::uintptr_t address) {
  for (std::size_t line = 0; line < 3; ++line)
    __builtin_prefetch(reinterpret_cast<const void*>(address + line * kCacheLine));
}

}  // namespace

void EventLadder::push_far(EventEntry entry) {
  for (std::size_t i = rungs_used_; i-- > 0;) {
    if (entry.time() < rungs_[i].span.end) return put(rungs_[i], entry);
  }
  rest_.push_back(entry);
}

// Brings the entries that come next into the heap, which is empty.
void EventLadder::refill(const EventRecord* records) {
  for (;;) {
    while (rungs_used_ > 0 && rungs_[rungs_used_ - 1].count == 0) near_end_ = rungs_[--rungs_used_].span.end;
    const Span span = rungs_used_ > 0 ? take_bucket() : take_rest();
    if (moving_.size() <= kSplitAbove || span.end - span.start == 1 || rungs_used_ == kRungs) {
      pour(records);
      near_end_ = span.end;
      return;
    }
    near_end_ = span.start;
    add_rung(span);
  }
}

EventLadder::Span EventLadder::take_bucket() {
  Rung& rung = rungs_[rungs_used_ - 1];
  while (rung.buckets[rung.current].count == 0) ++rung.current;
  Span span;
  span.start = rung.span.start + (std::uint64_t{rung.current} << rung.shift);
  span.end = std::min(rung.span.end, span.start + (std::uint64_t{1} << rung.shift));
  rung.count -= rung.buckets[rung.current].count;
  moving_.clear();
  take_entries(rung.buckets[rung.current++]);
  return span;
}

EventLadder::Span EventLadder::take_rest() {
  moving_.clear();
  moving_.swap(rest_);
  const auto by_time = [](const EventEntry& a, const EventEntry& b) { return a.time() < b.time(); };
  const auto [first, last] = std::minmax_element(moving_.begin(), moving_.end(), by_time);
  Span span;
  span.start = first->time();
  span.end = last->time() + 1;
  return span;
}

void EventLadder::add_rung(Span span) {
  Rung& rung = rungs_[rungs_used_++];
  const std::uint64_t width = span.end - span.start;
  const std::uint64_t buckets = moving_.size() / kBucketTarget + 1;
  rung.span = span;
  rung.shift = 0;
  while ((width >> rung.shift) >= buckets) ++rung.shift;
  rung.current = 0;
  rung.count = 0;
  rung.buckets.assign(static_cast<std::size_t>((width - 1) >> rung.shift) + 1, Bucket());
  for (const EventEntry& entry : moving_) put(rung, entry);
}

void EventLadder::put(Rung& rung, const EventEntry& entry) {
  Bucket& bucket = rung.buckets[static_cast<std::size_t>((entry.time() - rung.span.start) >> rung.shift)];
  const std::uint32_t place = bucket.count % kChunk;
  if (place == 0) {
    const std::uint32_t chunk = new_chunk();
    next_chunk_[chunk] = bucket.chunk;
    bucket.chunk = chunk;
  }
  chunks_[bucket.chunk].entries[place] = entry;
  ++bucket.count;
  ++rung.count;
}

std::uint32_t EventLadder::new_chunk() {
  if (free_chunk_ != kNone) return std::exchange(free_chunk_, next_chunk_[free_chunk_]);
  chunks_.emplace_back();
  next_chunk_.push_back(kNone);
  return static_cast<std::uint32_t>(chunks_.size() - 1);
}

// Appends the entries of a bucket to those moving, and gives its chunks back.
void EventLadder::take_entries(Bucket& bucket) {
  while (bucket.count > 0) {
    const EventEntry* const entries = chunks_[bucket.chunk].entries;
    const std::uint32_t held = (bucket.count - 1) % kChunk + 1;
    moving_.insert(moving_.end(), entries, entries + held);
    bucket.count -= held;
    const std::uint32_t next = std::exchange(next_chunk_[bucket.chunk], free_chunk_);
    free_chunk_ = std::exchange(bucket.chunk, next);
  }
}

// Far events are out of the cache: all records are asked for first, then, as they arrive, what they act on:
// the object, and what the word names where it is an address.
void EventLadder::pour(const EventRecord* records) {
  for (const EventEntry& entry : moving_) __builtin_prefetch(&records[entry.slot()]);
  for (const EventEntry& entry : moving_) {
    near_.push(entry);
    const Action& action = records[entry.slot()].action;
    fetch(reinterpret_cast<std::uintptr_t>(action.object));
    if (action.word >= kLeastAddress) fetch(action.word);
  }
}

std::vector<EventEntry> EventLadder::take_all() {
  moving_.clear();
  near_.drain([this](const EventEntry& entry) { moving_.push_back(entry); });
  for (std::size_t i = 0; i < rungs_used_; ++i)
    for (Bucket& bucket : rungs_[i].buckets) take_entries(bucket);
  moving_.insert(moving_.end(), rest_.begin(), rest_.end());
  rest_.clear();
  rungs_used_ = 0;
  near_end_ = 0;
  size_ = 0;
  return std::exchange(moving_, {});
}

}  // namespace headrace
