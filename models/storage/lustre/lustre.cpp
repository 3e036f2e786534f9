#include "models/storage/lustre/lustre.h"

#include <algorithm>

namespace headrace {

Lustre::Lustre(Scope scope, const LustreSpec& spec, Network& network, const FileSets& sets)
    : scope_(scope), spec_(spec), network_(network), sets_(sets) {
  placement_ = spec.placement.make({spec.ost.count, scope.random("placement")});
  for (std::int64_t i = 0; i < spec.mds.count; ++i)
    mdss_.emplace_back(scope.part("mds", i), spec.mds, network);
  for (std::int64_t i = 0; i < spec.oss.count; ++i)
    osss_.emplace_back(scope.part("oss", i), spec.oss, spec.ost, network);
  for (std::int64_t i = 0; i < spec.ost.count; ++i) {
    const auto number = static_cast<std::int32_t>(i);
    server_of(number).add_target(scope.part("ost", i), number);
  }
}

FileSystem& Lustre::client(const Host& host) {
  auto& client = clients_[host.node];
  if (!client) client = std::make_unique<LustreClient>(scope_.part("clients"), spec_.client, *this, host);
  return *client;
}

std::string Lustre::imbalance() const { return {}; }

Layout Lustre::layout_of(const FileInfo& file) const {
  const std::int64_t stripes = std::min(file.layout.stripe_count, osts());
  return Layout(file.layout, placement_->existing(file.id, stripes), osts());
}

void Lustre::place_new(const FileInfo&) {}

void Lustre::returned(Rpc&) {}

void Lustre::send(Rpc& rpc, PortId from, Bytes size) {
  Action arrive;
  arrive.word = to_word(rpc);
  if (rpc.is_metadata()) {
    Mds& mds = mdss_[static_cast<std::size_t>(rpc.target)];
    arrive.run = &Mds::arrive;
    arrive.object = &mds;
    network_.send(from, mds.port(), size, arrive);
  } else {
    Oss& oss = server_of(rpc.target);
    arrive.run = &Oss::arrive;
    arrive.object = &oss;
    network_.send(from, oss.port(), size, arrive);
  }
}

std::vector<ResourceResult> Lustre::resources(const std::string& name) const {
  ResourceResult devices{name + ": OST devices", "more or faster drives, or more OSTs"};
  ResourceResult oss_ports{name + ": OSS network ports", "more or faster server ports, or more OSSs"};
  ResourceResult oss_threads{name + ": OSS threads", "more OSS threads or more OSSs"};
  ResourceResult mds_threads{name + ": MDS threads", "more metadata servers, or fewer and larger files"};
  ResourceResult windows{name + ": clients' RPC windows", "a larger max_rpcs_in_flight or more stripes"};
  windows.concurrency = true;
  for (std::int64_t i = 0; i < spec_.ost.count; ++i) {
    const Oss& oss = osss_[static_cast<std::size_t>(i) % osss_.size()];
    devices.add(oss.target(static_cast<std::int32_t>(i)).device.utilisation());
  }
  for (const Oss& oss : osss_) {
    oss_ports.add(network_.sending(oss.port()));
    oss_threads.add(oss.utilisation());
  }
  for (const Mds& mds : mdss_) mds_threads.add(mds.utilisation());
  for (const auto& client : clients_) windows.add(client.second->window_waiting());
  return {devices, oss_ports, oss_threads, mds_threads, windows};
}

}  // namespace headrace
