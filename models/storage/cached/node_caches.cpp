#include "models/storage/cached/node_caches.h"

namespace headrace {

FileSystem& NodeCaches::over(const Host& host, FileSystem& below) {
  if (!spec_) return below;
  const double share = static_cast<double>(host.memory.count()) * spec_->memory_share;
  const Bytes by_share = Bytes::count(static_cast<std::int64_t>(share));
  const Bytes capacity = spec_->capacity > Bytes() ? spec_->capacity : by_share;
  if (capacity == Bytes()) return below;
  auto& cache = caches_[host.node];
  if (!cache) cache = std::make_unique<CachedFileSystem>(scope_, *spec_, capacity, close_, host, below);
  return *cache;
}

std::string NodeCaches::imbalance() const {
  for (const auto& [node, cache] : caches_)
    if (const std::string one = cache->imbalance(); !one.empty())
      return "page cache of node " + std::to_string(node) + ": " + one;
  return {};
}

}  // namespace headrace
