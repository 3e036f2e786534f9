// LocalStore: a file system on each node's own drives; nothing is shared between nodes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/cached/node_caches.h"
#include "models/storage/local/local_client.h"
#include "models/storage/store.h"

namespace headrace {

class LocalStore final : public Store {
 public:
  LocalStore(const Context& context, const LocalSpec& spec) : LocalStore(context.scope, spec) {}
  LocalStore(Scope scope, const LocalSpec& spec);

  FileSystem& client(const Host& host) override { return caches_.over(host, drives(host)); }
  LocalClient& drives(const Host& host);  // Below its page cache.
  bool is_node_local() const override { return true; }
  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;

 private:
  Scope scope_;
  LocalSpec spec_;
  std::map<NodeId, std::unique_ptr<LocalClient>> clients_;
  NodeCaches caches_;
};

}  // namespace headrace
