#include "models/storage/remote/remote_store.h"

#include <algorithm>
#include <utility>

#include "sim/check.h"

namespace headrace {

RemoteStore::RemoteStore(const Context& context, const ServerSpec& spec, const WaySpec& way,
                         std::string servers)
    : scope_(context.scope),
      network_(context.network),
      sets_(context.sets),
      spec_(spec),
      called_(std::move(servers)),
      devices_of_server_(static_cast<std::int32_t>(std::max<std::int64_t>(1, spec.devices))),
      transport_(scope_, network_, way.connection, way.distance) {
  const SchedulerMaker& schedulers = *this;
  for (std::int64_t i = 0; i < spec.count; ++i)
    servers_.emplace_back(scope_.part(called_, i), spec_, network_, transport_, schedulers);
}

FileSystem& RemoteStore::client(const Host& host) {
  auto& client = clients_[host.node];
  if (!client) client = make_client(scope_.part("clients"), host);
  return *client;
}

Trace::Places RemoteStore::places_of(const RemoteRequest& request) const {
  const auto target = static_cast<std::size_t>(request.target);
  const std::size_t now = outages_ == nullptr ? home_of(target) : outages_->server_of(target);
  const auto part = [](const std::string& name, std::size_t number) {
    return "/" + name + "/" + std::to_string(number);
  };
  const auto devices = static_cast<std::size_t>(devices_of_server_);
  Trace::Places places;
  places.client = scope_.path() + part("client", static_cast<std::size_t>(request.client));
  places.server = scope_.path() + part(called_, now);
  places.drive = scope_.path() + part(called_, home_of(target)) + part("device", target % devices);
  return places;
}

std::unique_ptr<RequestScheduler> RemoteStore::make_scheduler() const {
  RequestScheduler::Context context;
  context.jobs = sets_.jobs();
  context.in_flight = spec_.threads;
  return spec_.scheduler.make(context);
}

RemoteStore::Traffic* RemoteStore::traffic_of(const RemoteRequest& request) {
  if (request.work == RemoteRequest::Work::read) return &reads_;
  return request.work == RemoteRequest::Work::write ? &writes_ : nullptr;
}

void RemoteStore::send(RemoteRequest& request) {
  ++under_way_;
  Traffic* const traffic = traffic_of(request);
  if (traffic != nullptr) traffic->sent += request.length;
  send_again(request);
}

void RemoteStore::send_again(RemoteRequest& request) {
  Server& server = serving(request.target);
  const Bytes data = request.work == RemoteRequest::Work::write ? request.length : Bytes();
  transport_.send(request, request.reply_to, server.port(), kRequestHeader + data, *request.out,
                  Action::of<&Server::arrive>(server, request));
}

void RemoteStore::returned(const RemoteRequest& request) {
  --under_way_;
  Traffic* const traffic = traffic_of(request);
  if (traffic != nullptr) traffic->returned += request.length;
}

void RemoteStore::given_up(const RemoteRequest& request) {
  --under_way_;
  Traffic* const traffic = traffic_of(request);
  if (traffic != nullptr) traffic->sent -= request.length;
}

Speed& RemoteStore::speed(const Place& place, Aspect aspect) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::server) return network_.speed(servers_[number].port());
  HEADRACE_CHECK(place.part == Part::target);
  Device& drives = servers_[home_of(number)].drives_of(number);
  return aspect == Aspect::array ? drives.array() : drives.speed();
}

void RemoteStore::goes_down(const Place& place, const Outage& outage) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::target) return outages().target_goes_down(number, outage);
  outages().server_goes_down(number, outage);
}

void RemoteStore::comes_up(const Place& place) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::target) return outages().target_comes_up(number);
  outages().server_comes_up(number);
}

void RemoteStore::adopt(std::size_t target, std::size_t server) {
  if (spec_.devices > 0) servers_[server].adopt(target, servers_[home_of(target)].drives_of(target));
}

Outages& RemoteStore::outages() {
  if (outages_) return *outages_;
  Outages::Layout layout;
  for (std::int64_t i = 0; i < targets(); ++i) layout.homes.push_back(home_of(static_cast<std::size_t>(i)));
  layout.groups = {servers_.size()};
  Outages::Owner& owner = *this;
  outages_ = std::make_unique<Outages>(scope_.sim(), owner, layout);
  for (std::size_t i = 0; i < servers_.size(); ++i) servers_[i].note_outages(*outages_, i);
  return *outages_;
}

std::string RemoteStore::imbalance() const {
  Bytes read, written;
  for (const Server& server : servers_) {
    if (std::string one = server.imbalance(); !one.empty()) return "of the " + called_ + ": " + one;
    read += server.read();
    written += server.written();
  }
  const auto between = [&](const Traffic& traffic, Bytes served) {
    const bool all_back = under_way_ > 0 || traffic.returned == traffic.sent;
    return traffic.returned <= served && served <= traffic.sent && all_back;
  };
  if (!between(reads_, read)) return "the " + called_ + " read other bytes than clients were sent";
  if (!between(writes_, written)) return "the " + called_ + " wrote other bytes than clients sent";
  for (const auto& [node, client] : clients_)
    if (std::string one = client->imbalance(); !one.empty())
      return "node " + std::to_string(node) + ": " + one;
  return {};
}

ResourceResult RemoteStore::ports(const std::string& name) const {
  ResourceResult ports{name + ": network ports of the " + called_, "more or faster ports", Activity::network};
  for (const Server& server : servers_)
    ports.add(std::max(network_.sending(server.port()), network_.receiving(server.port())));
  return ports;
}

ResourceResult RemoteStore::windows(const std::string& name) const {
  ResourceResult windows{name + ": clients' connections", "more connections, or more requests on each",
                         Activity::window};
  windows.concurrency = true;
  for (const auto& client : clients_) windows.add(client.second->window_waiting());
  return windows;
}

ResourceResult RemoteStore::schedulers(const std::string& name) const {
  ResourceResult schedulers{name + ": request schedulers of the " + called_,
                            "another scheduler or a higher limit of this one", Activity::server_queue};
  for (const Server& server : servers_) schedulers.add(server.held_back());
  return schedulers;
}

std::vector<ResourceResult> RemoteStore::resources(const std::string& name) const {
  ResourceResult devices{name + ": drives of the " + called_, "more or faster drives", Activity::device};
  ResourceResult threads{name + ": threads of the " + called_, "more threads or more " + called_,
                         Activity::server_queue};
  for (const Server& server : servers_) {
    threads.add(server.utilisation());
    for (const Device& device : server.devices()) devices.add(device.utilisation());
  }
  std::vector<ResourceResult> all = {devices, ports(name), threads, windows(name)};
  if (spec_.scheduler.name() != "fifo") all.push_back(schedulers(name));
  return all;
}

}  // namespace headrace
