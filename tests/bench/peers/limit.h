// The limit: an event queue with nothing around it. No cancelling, no limits, no checks, no fingerprint; what
// an engine on this machine could do at most. A 4-ary heap for the near future, buckets behind it, the rest
// unsorted; what a bucket's events act on is fetched when it opens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace headrace::limit {

__extension__ using Wide = unsigned __int128;

// The key is a sequence number above 24 bits of slot, so one comparison of 128 bits gives the order.
struct Entry {
  std::uint64_t time = 0;
  std::uint64_t key = 0;
  std::uint32_t slot() const { return static_cast<std::uint32_t>(key & 0xffffff); }
};
inline bool operator<(const Entry& a, const Entry& b) {
  return ((Wide{a.time} << 64) | a.key) < ((Wide{b.time} << 64) | b.key);
}

// Popping leaves a hole at the root, which the next push fills.
class Heap {
 public:
  bool empty() const { return used_ == 0 || (hole_ && used_ == 1); }
  void push(const Entry& entry) {
    if (hole_) {
      hole_ = false;
      return down(entry);
    }
    if (used_ + kWays > lines_.size() * kWays) lines_.resize(lines_.size() * 2);
    up(used_++, entry);
  }
  Entry pop() {
    fill_hole();
    hole_ = true;
    return entries()[0];
  }
  void fill_hole() {
    if (!hole_) return;
    hole_ = false;
    Entry* const all = entries();
    const Entry last = all[--used_];
    if (used_ == 0) return;
    std::size_t i = 0;
    for (std::size_t first = 1; first < used_; first = kWays * i + 1) {
      const std::size_t best = least_child(all, first);
      all[i] = all[best];
      i = best;
    }
    up(i, last);
  }

 private:
  static constexpr std::size_t kWays = 4;
  struct alignas(64) Line {
    Entry entries[kWays];
  };
  Entry* entries() { return lines_.data()->entries + kWays - 1; }
  std::size_t least_child(const Entry* all, std::size_t first) const {
    if (first + kWays <= used_) {
      const std::size_t a = first + static_cast<std::size_t>(all[first + 1] < all[first]);
      const std::size_t b = first + 2 + static_cast<std::size_t>(all[first + 3] < all[first + 2]);
      return a + (b - a) * static_cast<std::size_t>(all[b] < all[a]);
    }
    std::size_t best = first;
    for (std::size_t child = first + 1; child < used_; ++child)
      if (all[child] < all[best]) best = child;
    return best;
  }
  void up(std::size_t i, const Entry& entry) {
    Entry* const all = entries();
    while (i > 0) {
      const std::size_t parent = (i - 1) / kWays;
      if (!(entry < all[parent])) break;
      all[i] = all[parent];
      i = parent;
    }
    all[i] = entry;
  }
  void down(const Entry& entry) {
    Entry* const all = entries();
    std::size_t i = 0;
    for (std::size_t first = 1; first < used_; first = kWays * i + 1) {
      const std::size_t best = least_child(all, first);
      if (!(all[best] < entry)) break;
      all[i] = all[best];
      i = best;
    }
    all[i] = entry;
  }

  std::vector<Line> lines_{256};
  std::size_t used_ = 0;
  bool hole_ = false;
};

class Ladder {
 public:
  // `fetch(slot)` asks for the memory of an event whose turn comes soon.
  template <class Fetch>
  Entry pop(Fetch fetch) {
    --size_;
    if (near_.empty()) {
      near_.fill_hole();
      refill();
      for (const Entry& entry : moving_) {
        fetch(entry.slot());
        near_.push(entry);
      }
    }
    return near_.pop();
  }
  void push(const Entry& entry) {
    ++size_;
    if (entry.time < near_end_) return near_.push(entry);
    for (std::size_t i = used_; i-- > 0;)
      if (entry.time < rungs_[i].end) return put(rungs_[i], entry);
    rest_.push_back(entry);
    if (entry.time < rest_first_) rest_first_ = entry.time;
    if (entry.time > rest_last_) rest_last_ = entry.time;
  }

 private:
  static constexpr std::uint32_t kChunk = 16;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kSplitAbove = 192;
  static constexpr std::size_t kBucketTarget = 24;
  static constexpr std::size_t kRungs = 12;

  struct Chunk {
    Entry entries[kChunk];
  };
  struct Bucket {
    std::uint32_t chunk = kNone;
    std::uint32_t count = 0;
  };
  struct Rung {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    int shift = 0;
    std::size_t current = 0;
    std::size_t count = 0;
    std::vector<Bucket> buckets;
  };

  std::uint32_t new_chunk() {
    if (free_ != kNone) {
      const std::uint32_t chunk = free_;
      free_ = next_[chunk];
      return chunk;
    }
    chunks_.emplace_back();
    next_.push_back(kNone);
    return static_cast<std::uint32_t>(chunks_.size() - 1);
  }
  void put(Rung& rung, const Entry& entry) {
    Bucket& bucket = rung.buckets[(entry.time - rung.start) >> rung.shift];
    const std::uint32_t place = bucket.count % kChunk;
    if (place == 0) {
      const std::uint32_t chunk = new_chunk();
      next_[chunk] = bucket.chunk;
      bucket.chunk = chunk;
    }
    chunks_[bucket.chunk].entries[place] = entry;
    ++bucket.count;
    ++rung.count;
  }
  void add_rung(std::uint64_t start, std::uint64_t end) {
    Rung& rung = rungs_[used_++];
    const std::uint64_t width = end - start;
    const std::uint64_t buckets = moving_.size() / kBucketTarget + 1;
    rung.shift = 0;
    while ((width >> rung.shift) >= buckets) ++rung.shift;
    rung.start = start;
    rung.end = end;
    rung.current = 0;
    rung.count = 0;
    rung.buckets.assign(((width - 1) >> rung.shift) + 1, Bucket());
    for (const Entry& entry : moving_) put(rung, entry);
  }
  // Leaves in `moving_` the entries that come next.
  void refill() {
    for (;;) {
      while (used_ > 0 && rungs_[used_ - 1].count == 0) near_end_ = rungs_[--used_].end;
      if (used_ == 0) {
        moving_.swap(rest_);
        rest_.clear();
        const std::uint64_t first = rest_first_;
        const std::uint64_t last = rest_last_;
        rest_first_ = ~std::uint64_t{0};
        rest_last_ = 0;
        near_end_ = last + 1;
        if (moving_.size() <= kSplitAbove) return;
        near_end_ = first;
        add_rung(first, last + 1);
      }
      if (take_bucket(rungs_[used_ - 1])) return;
    }
  }
  bool take_bucket(Rung& rung) {
    while (rung.buckets[rung.current].count == 0) ++rung.current;
    Bucket bucket = rung.buckets[rung.current];
    rung.buckets[rung.current] = Bucket();
    const std::uint64_t start = rung.start + (std::uint64_t{rung.current} << rung.shift);
    std::uint64_t end = start + (std::uint64_t{1} << rung.shift);
    if (end > rung.end) end = rung.end;
    ++rung.current;
    rung.count -= bucket.count;
    const bool split = bucket.count > kSplitAbove && rung.shift > 0 && used_ < kRungs;
    moving_.clear();
    while (bucket.count > 0) {
      const std::uint32_t held = (bucket.count - 1) % kChunk + 1;
      const Entry* const entries = chunks_[bucket.chunk].entries;
      for (std::uint32_t i = 0; i < held; ++i) moving_.push_back(entries[i]);
      bucket.count -= held;
      const std::uint32_t next = next_[bucket.chunk];
      next_[bucket.chunk] = free_;
      free_ = bucket.chunk;
      bucket.chunk = next;
    }
    near_end_ = split ? start : end;
    if (split) add_rung(start, end);
    return !split;
  }

  Heap near_;
  std::uint64_t near_end_ = 0;
  std::array<Rung, kRungs> rungs_;
  std::size_t used_ = 0;
  std::vector<Entry> rest_;
  std::vector<Entry> moving_;
  std::uint64_t rest_first_ = ~std::uint64_t{0};
  std::uint64_t rest_last_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> next_;
  std::uint32_t free_ = kNone;
  std::size_t size_ = 0;
};

// Frames from free lists by size, and a coroutine that nobody awaits.
class Frames {
 public:
  static void* take(std::size_t size) {
    const std::size_t k = (size + kStep - 1) / kStep;
    if (lists_[k] == nullptr) {
      const std::size_t count = 65536 / (k * kStep) + 1;
      auto* const slab = static_cast<char*>(std::aligned_alloc(kStep, k * kStep * count));
      for (std::size_t i = count; i-- > 0;) lists_[k] = new (slab + i * k * kStep) Block{lists_[k]};
    }
    Block* const block = lists_[k];
    lists_[k] = block->next;
    return block;
  }
  static void give(void* frame, std::size_t size) {
    const std::size_t k = (size + kStep - 1) / kStep;
    lists_[k] = new (frame) Block{lists_[k]};
  }

 private:
  struct Block {
    Block* next;
  };
  static constexpr std::size_t kStep = 64;
  static inline std::array<Block*, 64> lists_{};
};

}  // namespace headrace::limit
