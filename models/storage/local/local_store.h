// LocalStore: a file system on each node's own drives; nothing is shared between nodes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/storage/local/local_client.h"
#include "models/storage/store.h"

namespace headrace {

class LocalStore final : public Store {
 public:
  LocalStore(const Context& context, const LocalSpec& spec) : LocalStore(context.scope, spec) {}
  LocalStore(Scope scope, const LocalSpec& spec);

  LocalClient& client(const Host& host) override;
  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;

 private:
  Scope scope_;
  LocalSpec spec_;
  std::map<NodeId, std::unique_ptr<LocalClient>> clients_;
};

}  // namespace headrace
