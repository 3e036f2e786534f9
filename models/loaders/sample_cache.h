// SampleCache: a cache of samples in a node's memory or on its drives.
//
//   if (cache.lookup(key, size, next_use)) {
//     co_await cache.read(key, Bytes(), size);
//   } else {
//     …read it from the storage…
//     cache.keep(key, size, next_use);
//   }
//
// A hit in memory costs one copy, a hit on the drives one read, a hit in the
// accelerator its bytes at the rate of that memory. What is kept on the drives is
// written in the background and found only when it is there.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/cache/cache_spec.h"
#include "models/hardware/node.h"
#include "models/storage/file_system.h"
#include "sim/channel.h"
#include "sim/task.h"
#include "sim/task_group.h"

namespace headrace {

// Home of a cache: who keeps it, where, and who reads through it.
struct CacheHome {
  CacheHome(Scope at, Node& host, FileSystem* drives, FileId own, RankId from, RankId to)
      : scope(std::move(at)), node(host), local(drives), file(own), first(from), last(to) {}

  Scope scope;
  Node& node;
  FileSystem* local;  // Null where the cache is in memory.
  FileId file;        // On `local`.
  RankId first, last;
};

class SampleCache {
 public:
  // Rate of one thread's copy out of memory, as from the page cache: 9 GB/s [measured], see LustreClientSpec.
  // Three bytes move for each one, as in a decode [assumed].
  static constexpr Bandwidth kCopy = 9_GBps;
  static constexpr std::int64_t kMoved = 3;
  // Objects that may wait to be written to the drives; more than that is not kept [assumed].
  static constexpr std::size_t kMostWaiting = 64;

  SampleCache(const CacheHome& home, const CacheSpec& spec);

  bool needs_future() const { return cache_.needs_future(); }
  bool on_device() const { return on_device_; }  // What it holds is decoded, in an accelerator.
  RankId first() const { return first_; }
  RankId last() const { return last_; }

  // Says whether the object can be read from here now. Counts as a hit or a miss.
  bool lookup(const CacheKey& key, Bytes size, std::int64_t next_use = kNeverAgain);
  // A part of what lookup() has found, also if it has been given up since.
  Task<> read(CacheKey key, Bytes offset, Bytes length, Account& account = nobody());
  // Offers what was read elsewhere. Takes no time: on drives it joins a queue, or is not kept where that is
  // full.
  void keep(const CacheKey& key, Bytes size, std::int64_t next_use = kNeverAgain);
  // Drops what another one is to hold. False: it was not here to be read.
  bool give_up(const CacheKey& key) { return !writing_.contains(key) && cache_.remove(key); }

  std::int64_t hits() const { return hits_; }
  std::int64_t misses() const { return misses_; }
  std::int64_t evictions() const { return cache_.evictions(); }
  Bytes bytes_hit() const { return bytes_hit_; }
  Bytes bytes_missed() const { return bytes_missed_; }

  // Says what Store::imbalance() does.
  std::string imbalance() const;

 private:
  struct Write {
    Write(const CacheKey& object, Bytes length) : key(object), size(length) {}
    CacheKey key;
    Bytes size;
  };
  class Lease;

  FileInfo file() const;
  Task<> read_drives(Bytes at, Bytes length, Account& account);
  Task<> write();

  Simulation& sim_;
  Node& node_;
  FileSystem* local_;
  bool on_device_;
  FileId file_;
  RankId first_, last_;
  Cache cache_;
  std::int64_t hits_ = 0, misses_ = 0;
  Bytes bytes_hit_, bytes_missed_;

  // A handle serves one operation at a time: there are as many as there ever were reads at once.
  std::deque<HeldFile> handles_;
  std::vector<std::size_t> idle_handles_;
  std::map<CacheKey, Bytes> writing_;  // Held by the cache, but not on the drives yet.
  Bytes queued_, written_;
  Bytes most_written_;  // The end of the cache file.
  Channel<Write> writes_;
  TaskGroup processes_;
};

}  // namespace headrace
