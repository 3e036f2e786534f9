// ServerCache: the pages that an object storage server keeps in its memory.
//
//   if (cache.holds(rpc)) …answer without the drives…;
//   cache.keep(rpc);                       // Its bytes were read or written.
//
// What it keeps are pieces of objects, of each one run of bytes; a request of
// which a byte is missing goes to the drives as a whole. Long requests and
// large files go around it. Leaves out that two who miss the same page at once
// wait for one access, and read-ahead of the server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/rpc.h"
#include "sim/scope.h"

namespace headrace {

class ServerCache {
 public:
  ServerCache(const Scope& scope, const ServerCacheSpec& spec);

  // Says whether all that a read asks for is held, and counts it.
  bool holds(const Rpc& rpc);
  // A read or write is done.
  void keep(const Rpc& rpc);
  void clear();

  Bytes held() const { return cache_.held(); }
  std::string imbalance() const { return cache_.imbalance(); }

 private:
  struct Run {
    Bytes begin, end;
  };
  static CacheKey key(const Rpc& rpc, std::int64_t piece);
  bool goes_around(const Rpc& rpc) const;
  bool holds(const CacheKey& key, const Run& run) const;
  void keep(const CacheKey& key, Run run);

  ServerCacheSpec spec_;
  Cache cache_;
  std::vector<Run> runs_;         // By the slot that the cache gave the piece.
  std::vector<CacheKey> pieces_;  // Likewise, so that all can be given up.
  Counter &hits_, &misses_;
};

}  // namespace headrace
