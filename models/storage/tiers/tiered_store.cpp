#include "models/storage/tiers/tiered_store.h"

#include <utility>

namespace headrace {

namespace {

constexpr NodeId kMovers = -1;

Store& found(const Store::Context& context, const std::string& name) {
  HEADRACE_CHECK(context.others != nullptr);
  return context.others->find(name);
}

}  // namespace

TieredStore::TieredStore(const Context& context, const TiersSpec& spec)
    : scope_(context.scope),
      network_(context.network),
      spec_(spec),
      above_(found(context, spec.above)),
      below_(found(context, spec.below)) {}

FileSystem& TieredStore::client(const Host& host) {
  auto& client = clients_[host.node];
  if (!client) {
    Tier& tier = tier_of(host);
    FileSystem& above = above_.client(host);
    FileSystem& below = below_.client(host);
    client = std::make_unique<TieredFileSystem>(scope_.part("clients"), spec_, tier, above, below);
  }
  return *client;
}

Tier& TieredStore::tier_of(const Host& host) {
  Host mover = host;
  if (!above_.is_node_local()) {
    mover = Host();
    mover.node = kMovers;
  }
  auto& tier = tiers_[mover.node];
  if (tier) return *tier;
  if (mover.node == kMovers) mover.port = network_.add_port(scope_.part("movers").path(), spec_.movers.nic);
  FileSystem& above =
      above_.client(mover);  // One after the other: what a store makes is listed in that order.
  FileSystem& below = below_.client(mover);
  tier = std::make_unique<Tier>(scope_.part("tier"), spec_, above, below);
  return *tier;
}

std::vector<ResourceResult> TieredStore::resources(const std::string& name) const {
  ResourceResult drains{name + ": drains of the upper tier", "more streams, or a faster store below",
                        Activity::window};
  drains.concurrency = true;
  for (const auto& tier : tiers_) drains.add(tier.second->draining());
  if (drains.instances == 0) return {};
  return {drains};
}

std::string TieredStore::imbalance() const {
  for (const auto& [node, tier] : tiers_)
    if (const std::string one = tier->imbalance(); !one.empty()) return one;
  return {};
}

std::unique_ptr<Recipe<Store>> tiered_store() { return recipe<Store, TieredStore, TiersSpec>(); }

}  // namespace headrace
