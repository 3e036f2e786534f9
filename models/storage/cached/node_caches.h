// NodeCaches: the page caches of the nodes over one store; none where the store has no such group.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/storage/cached/cached_file_system.h"
#include "models/storage/store.h"

namespace headrace {

class NodeCaches {
 public:
  NodeCaches(Scope scope, const std::optional<PageCacheSpec>& spec, CachedFileSystem::Close close)
      : scope_(std::move(scope)), spec_(spec), close_(close) {}

  // Returns what a node sees: its cache over what is below, or that itself.
  FileSystem& over(const Host& host, FileSystem& below);

  // Returns the cache of a node; null: it has none.
  CachedFileSystem* at(NodeId node) const {
    const auto found = caches_.find(node);
    return found == caches_.end() ? nullptr : found->second.get();
  }
  void drop_set(std::int32_t set) {
    for (const auto& [node, cache] : caches_) cache->drop_set(set);
  }

  // Says what Store::imbalance() does.
  std::string imbalance() const;

 private:
  Scope scope_;
  std::optional<PageCacheSpec> spec_;
  CachedFileSystem::Close close_;
  std::map<NodeId, std::unique_ptr<CachedFileSystem>> caches_;
};

}  // namespace headrace
