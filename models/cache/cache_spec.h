// CacheSpec: a cache of samples that a job keeps on its nodes.
#pragma once

#include <string_view>

#include "models/cache/policy.h"

namespace headrace {

enum class CacheScope : std::uint8_t { process, node };
inline constexpr std::string_view kCacheScopes[] = {"process", "node"};

enum class CacheTier : std::uint8_t { memory, local_storage, accelerator };
inline constexpr std::string_view kCacheTiers[] = {"memory", "local_storage", "accelerator"};

struct CacheSpec {
  Chosen<CachePolicy> policy;
  CacheScope scope = CacheScope::node;
  CacheTier tier = CacheTier::memory;
  Bytes capacity;

  void visit(Fields& f) {
    policy.visit(f);
    f.choice({"scope", "who shares a cache: the ranks of a node, or nobody"}, scope, kCacheScopes);
    f.choice({"tier",
              "where it lies: in the node's memory, on the job's local_storage, or decoded in the memory of "
              "each rank's accelerator"},
             tier, kCacheTiers);
    f.bytes(required("capacity", "what one cache holds at most"), capacity, 1_B, 1024_TiB);
  }
};

}  // namespace headrace
