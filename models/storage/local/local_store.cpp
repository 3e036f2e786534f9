#include "models/storage/local/local_store.h"

#include <utility>

namespace headrace {

LocalStore::LocalStore(Scope scope, const LocalSpec& spec)
    : scope_(std::move(scope)),
      spec_(spec),
      caches_(scope_.part("page_caches"), spec_.page_cache, CachedFileSystem::Close::at_once) {}

LocalClient& LocalStore::drives(const Host& host) {
  auto& client = clients_[host.node];
  if (!client) client = std::make_unique<LocalClient>(scope_, scope_.part("node", host.node), spec_);
  return *client;
}

Speed& LocalStore::speed(const Place& place, Aspect aspect) {
  HEADRACE_CHECK(place.part == Part::node && aspect == Aspect::drives);
  Host host;
  host.node = static_cast<NodeId>(place.number);
  return drives(host).speed();
}

std::vector<ResourceResult> LocalStore::resources(const std::string& name) const {
  ResourceResult drives{name + ": drives", "more or faster drives in each node", Activity::device};
  for (const auto& client : clients_) drives.add(client.second->utilisation());
  if (drives.instances == 0) return {};
  return {drives};
}

std::string LocalStore::imbalance() const {
  std::string all;
  for (const auto& [node, client] : clients_)
    if (const std::string one = client->imbalance(); !one.empty())
      all += (all.empty() ? "node " : "; node ") + std::to_string(node) + ": " + one;
  return all.empty() ? caches_.imbalance() : all;
}

std::unique_ptr<Recipe<Store>> local_store() { return recipe<Store, LocalStore, LocalSpec>(); }

}  // namespace headrace
