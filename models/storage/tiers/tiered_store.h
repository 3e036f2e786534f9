// TieredStore: a fast file system of the machine over a slow one: a burst buffer, a cache on the nodes'
// drives, disks before tape.
//
// Where the upper one is on the nodes' own drives, each node has a tier of its
// own and copies for itself. Otherwise there is one for all, and movers of its
// own with a port on the network copy. Both stores may be used beside it: what
// others write there it does not see.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/store.h"
#include "models/storage/tiers/tiered_file_system.h"

namespace headrace {

class TieredStore final : public Store {
 public:
  TieredStore(const Context& context, const TiersSpec& spec);

  FileSystem& client(const Host& host) override;
  bool is_node_local() const override { return below_.is_node_local(); }
  std::vector<std::string> stands_on() const override { return {spec_.above, spec_.below}; }
  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;

 private:
  Tier& tier_of(const Host& host);

  Scope scope_;
  Network& network_;
  TiersSpec spec_;
  Store &above_, &below_;
  std::map<NodeId, std::unique_ptr<Tier>> tiers_;
  std::map<NodeId, std::unique_ptr<TieredFileSystem>> clients_;
};

}  // namespace headrace
