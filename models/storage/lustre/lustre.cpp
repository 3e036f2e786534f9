#include "models/storage/lustre/lustre.h"

#include <algorithm>

namespace headrace {

LockRules Lustre::lock_rules() {
  LockRules rules;
  rules.most_below = 4;
  rules.most_above = 32;
  rules.far_above = 32_MiB;
  rules.heeds_waiting = true;
  return rules;
}

Lustre::Lustre(Scope scope, const LustreSpec& spec, Network& network, const FileSets& sets)
    : scope_(scope),
      spec_(spec),
      network_(network),
      lnet_(network, spec.lnet),
      sets_(sets),
      space_(spec.ost, scope.random("fill")),
      placement_(spec.placement.make({spec.ost.count, scope.random("placement"), space_.free()})),
      outstanding_(static_cast<std::size_t>(spec.ost.count + spec.mds.count)),
      extent_locks_(*this, lock_rules()) {
  if (spec.job_scheduler) past_gate_ = &scope.gauge("past_job_scheduler", Unit::count);
  for (std::int64_t i = 0; i < spec.mds.count; ++i)
    mdss_.emplace_back(scope.part("mds", i), spec.mds, network);
  for (std::int64_t i = 0; i < spec.oss.count; ++i)
    osss_.emplace_back(scope.part("oss", i), spec.oss, spec.ost, network, sets).lock_through(extent_locks_);
  for (std::int64_t i = 0; i < spec.ost.count; ++i) {
    const auto number = static_cast<std::int32_t>(i);
    server_of(number).add_target(scope.part("ost", i), number);
  }
  if (spec.oss.read_cache) largest_cached_file_ = spec.oss.read_cache->largest_file();
  if (spec.lnet.routers) route_through(routers_.emplace(scope.part("routers"), *spec.lnet.routers, network));
  const FidelitySpec& fidelity = network.fidelity();
  if (!fidelity.flows() || spec.job_scheduler || spec.oss.scheduler.name() != "fifo") return;
  for (Oss& oss : osss_) oss.allow_ranges(spec.client);
  shortest_range_ = spec.client.rpc_size * 2;
  if (fidelity.fidelity == Fidelity::automatic)
    shortest_range_ = std::max(shortest_range_, fidelity.flow_threshold);
}

void Lustre::route_through(Routers& routers) {
  lnet_.route_through(routers);
  for (Mds& mds : mdss_) mds.route_through(routers);
  for (Oss& oss : osss_) oss.route_through(routers);
}

// Each place in the window is free again after as long as one request takes alone.
LinkId Lustre::add_range_window(const Rpc& rpc) {
  const bool writes = rpc.kind == Rpc::Kind::write;
  const Device::Kind kind = writes ? Device::Kind::write : Device::Kind::read;
  const Oss& server = serving(rpc.target);
  const Drives& drives = server_of(rpc.target).target(rpc.target).device.drives();
  const Bandwidth wire = std::min(network_.rate(rpc.reply_to), network_.rate(server.port()));
  Duration alone = network_.latency(rpc.reply_to, server.port()) * 2 + spec_.ost.request_overhead.mean() +
                   drives.latency(kind) + rpc.piece / drives.bandwidth(kind) + rpc.piece / wire;
  if (routers_) alone += routers_->added(rpc.piece, wire);
  const std::string name = "window of node " + std::to_string(rpc.client) + " at ost/" +
                           std::to_string(rpc.target) + (writes ? " write" : " read");
  return network_.add_link(name, rpc.piece * spec_.client.max_rpcs_in_flight / alone,
                           scope_.part("clients").blamed("window"));
}

FileSystem& Lustre::client(const Host& host) {
  auto& client = clients_[host.node];
  if (client) return *client;
  const Scope scope = scope_.part("clients");
  if (!client_metrics_) client_metrics_.emplace(scope);
  client = std::make_unique<LustreClient>(scope, spec_.client, *client_metrics_, *this, host);
  return *client;
}

Layout Lustre::layout_of(const FileInfo& file) {
  if (file.layout.more != nullptr) {
    const Pool pool = pool_of(*file.layout.more);
    Layout layout = composite_of(file, pool);
    const std::int64_t stripes = std::min(layout.stripes_on_targets(), pool.count);
    const auto placed = placed_.find(file.id);
    if (placed != placed_.end()) {
      layout.begin_at(placed->second);
    } else if (stripes > 0) {
      layout.begin_at(pool.placement->existing(file.id, stripes));
    }
    return layout;
  }
  const std::int64_t stripes = std::min(file.layout.stripe_count, osts());
  const auto placed = placed_.find(file.id);
  const std::int32_t first =
      placed == placed_.end() ? placement_->existing(file.id, stripes) : placed->second;
  return Layout(file.layout, first, osts());
}

Lustre::Pool Lustre::pool_of(const LayoutSpec& spec) {
  Pool pool;
  if (!spec.pool) {
    pool.count = osts();
    pool.placement = placement_.get();
    return pool;
  }
  pool.first = std::min(spec.pool->first, osts() - 1);
  pool.count = std::min(spec.pool->count, osts() - pool.first);
  auto& own = pools_[{pool.first, pool.count}];
  if (!own) {
    std::span<const std::int64_t> free = space_.free();
    if (space_.on())
      free = free.subspan(static_cast<std::size_t>(pool.first), static_cast<std::size_t>(pool.count));
    const std::string name = std::to_string(pool.first) + "+" + std::to_string(pool.count);
    own = spec_.placement.make({pool.count, scope_.random("placement/" + name), free});
  }
  pool.placement = own.get();
  return pool;
}

Layout Lustre::composite_of(const FileInfo& file, const Pool& pool) const {
  LayoutPlace place;
  place.pool_first = static_cast<std::int32_t>(pool.first);
  place.targets = pool.count;
  place.mdt = static_cast<std::int32_t>(osts()) + mds_of(file);
  return Layout(*file.layout.more, file.size, place);
}

// Returns a hash of a file's name. Of names that count up, neighbours are to be far apart.
std::int64_t Lustre::name_hash(FileId file) {
  std::uint64_t x = (static_cast<std::uint64_t>(file.set) << 48) + static_cast<std::uint64_t>(file.index);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::int64_t>((x ^ (x >> 31)) >> 1);
}

void Lustre::place_new(const FileInfo& file) {
  if (!space_.on()) return place(file);
  if (space_.size_of(file.id)) give_space(file);  // It was there, and is emptied.
  place(file);
  space_.take(file, layout_of(file));
}

// Gives back the space of a file, as large as it was created.
void Lustre::give_space(FileInfo file) {
  file.size = space_.size_of(file.id).value_or(file.size);
  space_.give(file, layout_of(file));
}

void Lustre::place(const FileInfo& file) {
  const Time now = scope_.sim().now();
  const Duration every = placement_->sampled_every();
  if (every > Duration() && (sampled_at_ == Time::never() || now - sampled_at_ >= every)) {
    sampled_ = outstanding_;
    sampled_at_ = now;
  }
  Pool pool;
  pool.count = osts();
  pool.placement = placement_.get();
  std::int64_t stripes = file.layout.stripe_count;
  if (file.layout.more != nullptr) {
    pool = pool_of(*file.layout.more);
    stripes = composite_of(file, pool).stripes_on_targets();
    if (stripes == 0) {
      placed_.erase(file.id);
      return;
    }
  }
  stripes = std::min(stripes, pool.count);
  std::span<const std::int64_t> load = sampled_;
  if (!load.empty())
    load = load.subspan(static_cast<std::size_t>(pool.first), static_cast<std::size_t>(pool.count));
  const std::int32_t first = pool.placement->created(file.id, stripes, load);
  if (first != pool.placement->existing(file.id, stripes)) {
    placed_[file.id] = first;
  } else if (!placed_.empty()) {
    placed_.erase(file.id);  // It was created before, elsewhere.
  }
}

void Lustre::send(Rpc& rpc, PortId from, Bytes size) {
  HEADRACE_CHECK(from == rpc.reply_to);
  rpc.size = size;
  if (!rpc.is_bulk()) return transmit(rpc);
  ++under_way_;
  traffic_of(rpc).sent += rpc.length;
  outstanding_[static_cast<std::size_t>(rpc.target)] += rpc.length.count();
  if (!spec_.job_scheduler) return transmit(rpc);
  job_gate().arrive(rpc);
}

RequestGate& Lustre::job_gate() {
  if (job_gate_) return *job_gate_;
  RequestScheduler::Context context;
  context.jobs = sets_.jobs();
  context.in_flight = spec_.job_scheduler->in_flight;
  context.random = scope_.random("job_scheduler");
  return job_gate_.emplace(scope_.sim(), RequestGate::Owner::of<&Lustre::transmit>(*this),
                           spec_.job_scheduler->policy.make(context), context.in_flight);
}

Trace::Places Lustre::places_of(const Rpc& rpc) const {
  const auto part = [&](const char* name, std::size_t number) {
    return scope_.path() + "/" + name + "/" + std::to_string(number);
  };
  const auto target = static_cast<std::size_t>(rpc.target), osts = static_cast<std::size_t>(spec_.ost.count);
  const bool names = rpc.is_metadata();
  const std::size_t place = names ? osts + target : target;
  std::size_t server = target % osss_.size();
  if (place >= osts) server = osss_.size() + place - osts;
  if (outages_ != nullptr) server = outages_->server_of(place);
  Trace::Places places;
  places.client = part("client", static_cast<std::size_t>(rpc.client));
  places.server = place < osts ? part("oss", server) : part("mds", server - osss_.size());
  places.drive = place < osts ? part("ost", target) : part("mdt", place - osts);
  return places;
}

void Lustre::transmit(ScheduledRequest& request) {
  Rpc& rpc = static_cast<Rpc&>(request);
  Action arrive;
  PortId to = 0;
  if (rpc.is_metadata()) {
    Mds& mds = mds_at(rpc.target);
    arrive = Action::of<&Mds::arrive>(mds, rpc);
    to = mds.port();
  } else if (is_mdt(rpc.target)) {
    Mds& mds = mds_at(rpc.target - static_cast<std::int32_t>(osts()));
    arrive = Action::of<&Mds::arrive_data>(mds, rpc);
    to = mds.port();
  } else {
    Oss& oss = serving(rpc.target);
    arrive = Action::of<&Oss::arrive>(oss, rpc);
    to = oss.port();
  }
  if (past_gate_ != nullptr && rpc.is_bulk())
    past_gate_->set(scope_.sim().now(), static_cast<double>(job_gate_->in_flight()));
  lnet_.send(rpc.reply_to, to, rpc.size, arrive);
}

void Lustre::note_written(std::int32_t set) {
  if (is_written(set)) return;
  const auto index = static_cast<std::size_t>(set);
  if (index >= written_.size()) written_.resize(index + 1);
  written_[index] = true;
  for (const auto& [node, client] : clients_) client->share_locks(set);
}

void Lustre::call_back(const ExtentLocks::Call& call) {
  const Action called = Action::of<&LustreClient::called_back>(*clients_.at(call.client), call.object);
  const PortId from = serving(call.target).port();
  if (routers_) return routers_->to_clients().send(from, call.port, kRequestHeader, called);
  network_.send(from, call.port, kRequestHeader, called);
}

void Lustre::returned(Rpc& rpc) {
  --under_way_;
  traffic_of(rpc).returned += rpc.length;
  outstanding_[static_cast<std::size_t>(rpc.target)] -= rpc.length.count();
  if (!job_gate_) return;
  job_gate_->finished(rpc);
  past_gate_->set(scope_.sim().now(), static_cast<double>(job_gate_->in_flight()));
}

std::string Lustre::imbalance() const {
  Bytes outstanding;
  for (const std::int64_t bytes : outstanding_) {
    if (bytes < 0) return "more bytes came back from a target than went to it";
    outstanding += Bytes::count(bytes);
  }
  if (reads_.sent + writes_.sent != reads_.returned + writes_.returned + outstanding)
    return "bytes sent are not those returned and those on their way";
  Bytes read, written;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(osts()); ++i) {
    const Ost& ost = osss_[static_cast<std::size_t>(i) % osss_.size()].target(i);
    read += Bytes::count(ost.read.value());
    written += Bytes::count(ost.written.value());
  }
  for (const Mds& mds : mdss_) {
    read += mds.served_read();
    written += mds.served_written();
  }
  const auto between = [](const Traffic& traffic, Bytes served) {
    return traffic.returned <= served && served <= traffic.sent;
  };
  if (!between(reads_, read)) return "targets read other bytes than clients were sent";
  if (!between(writes_, written)) return "targets wrote other bytes than clients sent";
  if (job_gate_ && job_gate_->waiting() + job_gate_->in_flight() != under_way_)
    return "the scheduler between jobs lost or doubled a request";
  if (job_gate_)
    if (std::string gate = job_gate_->imbalance(); !gate.empty()) return "between jobs " + gate;
  if (std::string found = lnet_.imbalance(); !found.empty()) return found;
  if (std::string found = extent_locks_.imbalance(); !found.empty()) return found;
  for (const Oss& oss : osss_)
    if (std::string server = oss.imbalance(); !server.empty()) return "an OSS: " + server;
  for (const auto& client : clients_)
    if (std::string node = client.second->imbalance(); !node.empty()) return node;
  return {};
}

std::vector<ResourceResult> Lustre::resources(const std::string& name) const {
  ResourceResult devices{name + ": OST devices", "more or faster drives, or more OSTs", Activity::device};
  ResourceResult oss_ports{name + ": OSS network ports", "more or faster server ports, or more OSSs",
                           Activity::network};
  ResourceResult oss_threads{name + ": OSS threads", "more OSS threads or more OSSs", Activity::server_queue};
  ResourceResult mds_threads{name + ": MDS threads", "more metadata servers, or fewer and larger files",
                             Activity::metadata};
  ResourceResult windows{name + ": clients' RPC windows", "a larger max_rpcs_in_flight or more stripes",
                         Activity::window};
  ResourceResult metadata_windows{name + ": clients' metadata windows",
                                  "a larger metadata_max_rpcs_in_flight", Activity::metadata};
  windows.concurrency = metadata_windows.concurrency = true;
  for (std::int64_t i = 0; i < spec_.ost.count; ++i) {
    const Oss& oss = osss_[static_cast<std::size_t>(i) % osss_.size()];
    devices.add(oss.target(static_cast<std::int32_t>(i)).device.utilisation());
  }
  for (const Oss& oss : osss_) {
    oss_ports.add(network_.sending(oss.port()));
    oss_threads.add(oss.utilisation());
  }
  for (const Mds& mds : mdss_) mds_threads.add(mds.utilisation());
  for (const auto& client : clients_) {
    windows.add(client.second->window_waiting());
    metadata_windows.add(client.second->metadata_window_waiting());
  }
  std::vector<ResourceResult> all = {devices, oss_ports, oss_threads, mds_threads, windows, metadata_windows};
  ResourceResult mds_devices{name + ": MDS devices",
                             "faster drives of metadata servers, or fewer bytes there", Activity::device};
  ResourceResult mds_ports{name + ": MDS network ports", "more or faster ports of metadata servers",
                           Activity::network};
  for (const Mds& mds : mdss_) {
    if (!mds.has_data()) continue;
    mds_devices.add(mds.device_utilisation());
    mds_ports.add(network_.sending(mds.port()));
  }
  if (mds_devices.instances > 0) all.insert(all.end(), {mds_devices, mds_ports});
  if (spec_.oss.scheduler.name() != "fifo") {
    all.push_back({name + ": OSS request schedulers", "another scheduler or a higher limit of this one"});
    for (const Oss& oss : osss_) all.back().add(oss.held_back());
  }
  if (routers_) {
    all.push_back({name + ": LNet routers", "more or faster routers"});
    for (const double router : routers_->utilisations()) all.back().add(router);
  }
  if (job_gate_) {
    all.push_back({name + ": scheduler between jobs", "another scheduler or a higher limit of this one"});
    all.back().add(job_gate_->held_back());
    all.push_back({name + ": places of the scheduler between jobs", "a larger in_flight"});
    all.back().add(past_gate_->mean(scope_.sim().now()) /
                   static_cast<double>(spec_.job_scheduler->in_flight));
    all.back().concurrency = true;
  }
  return all;
}

std::unique_ptr<Recipe<Store>> lustre_store() { return recipe<Store, Lustre, LustreSpec>(); }

}  // namespace headrace
