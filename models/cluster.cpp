#include "models/cluster.h"

#include <algorithm>

#include "models/jobs/job_shape.h"
#include "sim/check.h"

namespace headrace {

namespace {

template <class T>
const T& by_name(const Named<T>& items, const std::string& name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.first == name; });
  HEADRACE_CHECK(found != items.end());
  return found->second;
}

// Adds a node to those of its group, in the order of their numbers, once.
void note_seated(std::vector<Node*>& seated, Node& node) {
  const auto place =
      std::lower_bound(seated.begin(), seated.end(), node.number(),
                       [](const Node* one, std::int64_t number) { return one->number() < number; });
  if (place == seated.end() || *place != &node) seated.insert(place, &node);
}

std::string_view words_of(Part part) {
  switch (part) {
    case Part::ost: return "OSTs";
    case Part::oss: return "OSSs";
    case Part::mds: return "metadata servers";
    case Part::target: return "targets";
    case Part::server: return "servers";
    case Part::node: break;
  }
  return "nodes";
}

// Returns what somebody waits for at a part whose speed is lowered: its drives, its port or its threads.
Activity activity_at(Part part) {
  if (part == Part::mds) return Activity::metadata;
  return part == Part::oss || part == Part::server ? Activity::network : Activity::device;
}

// Notes which data sets of a mixture are apart, on a file system of that name.
void seat_datasets(const JobSpec& job, const std::string& store, FileSystem& client, Seat& seat) {
  if (!job.places || job.places->datasets.empty() || job.workload() == nullptr) return;
  const std::vector<TrainingSet> sets = job.workload()->training_sets();
  seat.datasets.resize(sets.size());
  for (std::size_t set = 0; set < sets.size(); ++set)
    if (const FilePlaceSpec* const own = job.places->find_dataset(sets[set].name))
      if (own->storage == store) seat.datasets[set] = &client;
}

}  // namespace

Cluster::Cluster(Scope scope, const ClusterSpec& spec, const FidelitySpec& fidelity,
                 const DisturbanceSpec& disturbances)
    : scope_(scope), spec_(spec), network_(scope.part("network"), spec.network, fidelity) {
  NodeId first = 0;
  for (const auto& [name, group] : spec_.nodes) {
    nodes_[name].first = first;
    first += static_cast<NodeId>(group.count);
  }
  file_systems_.emplace(scope.part("file_systems"), spec_.file_systems, network_, sets_);
  if (network_.has_groups()) set_places();
  FaultSite& site = *this;
  disturbances_.emplace(scope, disturbances, site);
}

// Gives ports their places: they fall into groups in the order of the platform (topology.h), used or not.
// Nodes that no job uses are not made for that.
void Cluster::set_places() {
  for (const auto& [name, group] : spec_.nodes)
    for (std::int64_t i = 0; i < group.count; ++i) {
      const std::string path = scope_.part("nodes").part(name, i).path();
      network_.reserve_port(path, group.nic);
      if (group.peer_nic) network_.reserve_port(path + "/peer", *group.peer_nic);
    }
  for (const auto& [name, spec] : spec_.file_systems) file_systems_->find(name);
}

// Returns a node, made when first asked for: a machine has more than its jobs use.
Node& Cluster::node(const std::string& group, std::int64_t number) {
  Group& nodes = nodes_.at(group);
  if (const auto made = nodes.made.find(number); made != nodes.made.end()) return made->second;
  const NodeId id = nodes.first + static_cast<NodeId>(number);
  return nodes.made
      .try_emplace(number, scope_.part("nodes").part(group, number), by_name(spec_.nodes, group), network_,
                   id, number)
      .first->second;
}

Speed& Cluster::speed(const Place& place, Aspect aspect) {
  if (place.part != Part::node) return servers_of(place).speed(place, aspect);
  Node& node = Cluster::node(place.owner, place.number);
  if (aspect == Aspect::drives) {
    Place drives = place;
    drives.number = node.id();
    return file_systems_->find(place.store).fault_site()->speed(drives, aspect);
  }
  return aspect == Aspect::port ? network_.speed(node.port()) : node.speed();
}

void Cluster::goes_down(const Place& place, const Outage& outage) {
  if (place.part == Part::node) return node(place.owner, place.number).goes_down();
  servers_of(place).goes_down(place, outage);
}

void Cluster::comes_up(const Place& place) {
  if (place.part == Part::node) return node(place.owner, place.number).comes_up();
  servers_of(place).comes_up(place);
}

std::vector<std::string> Cluster::with_those_below(std::vector<std::string> stores) const {
  for (std::size_t i = 0; i < stores.size(); ++i)
    for (const auto& [name, store] : file_systems_->all())
      if (name == stores[i])
        for (std::string& below : store->stands_on()) stores.push_back(std::move(below));
  return stores;
}

std::vector<std::string> Cluster::used_by(const JobSpec& job) const {
  std::vector<std::string> owners = with_those_below(job.stores());
  owners.push_back(job.nodes.group);
  return owners;
}

std::optional<PlacesResult> Cluster::places_of(const JobSpec& job) const {
  if (!job.places) return {};
  PlacesResult result;
  const auto add = [&](std::string_view purpose, const std::string& store) {
    if (store.empty()) return;
    for (std::string& one : with_those_below({store})) {
      const auto is_known = [&](const PlacesResult::Of& known) {
        return known.purpose == purpose && known.file_system == one;
      };
      if (std::none_of(result.all.begin(), result.all.end(), is_known))
        result.all.push_back({std::string(purpose), std::move(one)});
    }
  };
  const Purposes uses = job.uses();
  for (std::size_t i = 0; i < kPurposeCount; ++i)
    if (uses.has(purpose_at(i)))
      for (const JobPlace& place : job.places_of(purpose_at(i))) add(word(purpose_at(i)), place.storage);
  add("local", job.local_storage);
  return result;
}

// Returns the seat of a job on a node, with the clients of the file systems that the job uses.
Seat Cluster::seat(const JobSpec& job, const std::vector<std::string>& stores, Node& node, Bytes memory) {
  Seat seat;
  seat.node = &node;
  Host host;
  host.node = node.id();
  host.port = node.port();
  host.memory = memory;
  host.machine = &node;
  for (const std::string& name : stores) {
    FileSystem& client = file_systems_->find(name).client(host);
    if (name == job.local_storage) seat.local = &client;
    for (std::size_t purpose = 0; purpose < kPurposeCount; ++purpose)
      if (job.places && job.places->find(purpose_at(purpose)) != nullptr &&
          name == job.place(purpose_at(purpose)).storage)
        seat.apart[purpose] = &client;
    seat_datasets(job, name, client, seat);
    if (name != job.storage) continue;
    const StoreFacts facts = by_name(spec_.file_systems, name).facts();
    seat.storage = &client;
    seat.owns_storage = facts.on_nodes.has_value();
    if (!facts.above.empty()) seat.above = &file_systems_->find(facts.above).client(host);
    if (!facts.below.empty()) seat.below = &file_systems_->find(facts.below).client(host);
  }
  return seat;
}

std::vector<Seat> Cluster::seats(const JobSpec& job) {
  const NodeSpec& group = by_name(spec_.nodes, job.nodes.group);
  const JobShape shape = shape_of(job, group);
  const std::vector<std::string> stores = job.stores();
  for (const std::string& name : stores) file_systems_->find(name);
  std::vector<Seat> seats;
  for (std::int64_t n = 0; n < shape.nodes; ++n) {
    Node& node = Cluster::node(job.nodes.group, job.nodes.first + n);
    note_seated(seated_[job.nodes.group], node);
    Seat seat = Cluster::seat(job, stores, node, group.memory);
    for (std::int64_t r = 0; r < shape.ranks_on_node; ++r) {
      seat.accelerator = r;
      seats.push_back(seat);
    }
  }
  return seats;
}

std::string Cluster::imbalance() const {
  std::string all;
  for (const auto& [name, file_system] : file_systems_->all())
    if (const std::string one = file_system->imbalance(); !one.empty()) all += name + ": " + one + "\n";
  return all;
}

std::vector<ResourceResult> Cluster::resources() {
  std::vector<ResourceResult> all;
  for (const auto& [name, file_system] : file_systems_->all())
    for (ResourceResult& resource : file_system->resources(name)) {
      resource.owner = name;
      all.push_back(std::move(resource));
    }
  for (const auto& [name, seated] : seated_) {
    ResourceResult ports;
    ports.name = name + ": network ports";
    ports.advice = "more or faster ports in each node";
    ports.activity = Activity::network;
    ResourceResult cores;
    cores.name = name + ": cores";
    cores.advice = "more cores, or cheaper decoding";
    cores.activity = Activity::core;
    ResourceResult memory;
    memory.name = name + ": memory bus";
    memory.advice = "more memory bandwidth, or fewer copies";
    memory.activity = Activity::memory;
    ResourceResult peers;
    peers.name = name + ": network ports for peers";
    peers.advice = ports.advice;
    ResourceResult links;
    links.name = name + ": links of accelerators";
    links.advice = "fewer accelerators on a link, or faster links";
    links.activity = Activity::copy;
    for (Node* const one : seated) {
      Node& node = *one;
      if (const PortId peer = node.peer_port(); peer != node.port())
        peers.add(std::max(network_.receiving(peer), network_.sending(peer)));
      if (node.links() != nullptr) links.add(node.links()->utilisation());
      ports.add(std::max(network_.receiving(node.port()), network_.sending(node.port())));
      cores.add(node.cores_utilisation());
      memory.add(node.memory_utilisation());
    }
    for (ResourceResult* const resource : {&ports, &peers, &cores, &memory, &links}) {
      resource->owner = name;
      if (resource->instances > 0) all.push_back(std::move(*resource));
    }
  }
  for (ResourceResult& resource : network_.resources()) all.push_back(std::move(resource));
  for (ResourceResult& resource : disturbed_parts()) all.push_back(std::move(resource));
  return all;
}

// Returns what faults and the load of others have taken of the parts of each file system, those that nothing
// disturbs among them.
std::vector<ResourceResult> Cluster::disturbed_parts() const {
  std::map<std::pair<std::string, Part>, std::map<std::int64_t, double>> left;
  for (const Disturbances::Taken& one : disturbances_->taken()) {
    if (one.place->part == Part::node || one.share <= 0) continue;
    left[{one.place->owner, one.place->part}].try_emplace(one.place->number, 1).first->second *=
        1 - one.share;
  }
  std::vector<ResourceResult> all;
  for (const auto& [of, shares] : left) {
    const auto& [name, part] = of;
    ResourceResult& taken = all.emplace_back();
    taken.disturbed = Disturbed{std::string(words_of(part))};
    taken.name = name + ": " + taken.disturbed->parts + " that faults and others slow";
    taken.advice = taken.disturbed->parts + " at their full speed";
    taken.activity = activity_at(part);
    taken.owner = name;
    for (const auto& [number, share] : shares) taken.add(1 - share);
    const std::int64_t parts = by_name(spec_.file_systems, name).facts().count(part);
    while (taken.instances < parts) taken.add(0);
  }
  return all;
}

}  // namespace headrace
