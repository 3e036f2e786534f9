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

class LocalStore final : public Store, private FaultSite {
 public:
  LocalStore(const Context& context, const LocalSpec& spec) : LocalStore(context.scope, spec) {}
  LocalStore(Scope scope, const LocalSpec& spec);

  FileSystem& client(const Host& host) override { return caches_.over(host, drives(host)); }
  LocalClient& drives(const Host& host);  // Below its page cache.
  bool is_node_local() const override { return true; }
  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;
  FaultSite* fault_site() override { return this; }

 private:
  // Returns the speed of the drives in the node of this number; drives do not go down.
  Speed& speed(const Place& place, Aspect aspect) override;
  void goes_down(const Place&, const Outage&) override { HEADRACE_CHECK(false); }
  void comes_up(const Place&) override { HEADRACE_CHECK(false); }

  Scope scope_;
  LocalSpec spec_;
  std::map<NodeId, std::unique_ptr<LocalClient>> clients_;
  NodeCaches caches_;
};

}  // namespace headrace
