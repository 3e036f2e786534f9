#include "models/storage/lustre/outages.h"

#include <algorithm>

namespace headrace {

Outages::Outages(Simulation& sim, Owner& owner, const Counts& counts)
    : sim_(sim),
      owner_(owner),
      targets_(static_cast<std::size_t>(counts.targets)),
      object_servers_(static_cast<std::size_t>(counts.servers)),
      served_(static_cast<std::size_t>(counts.targets + counts.metadata_servers)),
      servers_(static_cast<std::size_t>(counts.servers + counts.metadata_servers)) {
  for (std::size_t i = 0; i < served_.size(); ++i) {
    const std::size_t home = i < targets_ ? i % object_servers_ : object_servers_ + i - targets_;
    served_[i].server = served_[i].home = home;
  }
}

// 0 of 1, 1 of 0, …; of an odd one the one before it.
std::size_t Outages::partner_of(std::size_t server) const {
  const std::size_t first = server < object_servers_ ? 0 : object_servers_;
  const std::size_t end = server < object_servers_ ? object_servers_ : servers_.size();
  const std::size_t partner = first + ((server - first) ^ 1);
  return partner < end ? partner : server - 1;
}

void Outages::goes_down(const Place& place, const Outage& outage) {
  last_ = outage;
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::oss) return server_goes_down(number, outage);
  if (place.part == Part::mds) return server_goes_down(object_servers_ + number, outage);
  Served& served = served_[number];
  ++served.down;
  ++served.outages;
}

void Outages::comes_up(const Place& place) {
  const auto number = static_cast<std::size_t>(place.number);
  if (place.part == Part::oss) return server_comes_up(number);
  if (place.part == Part::mds) return server_comes_up(object_servers_ + number);
  --served_[number].down;
  reconnect(number);
}

void Outages::server_goes_down(std::size_t number, const Outage& outage) {
  Server& server = servers_[number];
  if (++server.down > 1) return;
  for (Served& served : served_)
    if (served.server == number) ++served.outages;
  if (!outage.failover_time || !has_partner(number)) return;
  server.failover = sim_.schedule_in(*outage.failover_time, Action::of<&Outages::fail_over>(*this, number));
}

void Outages::fail_over(std::size_t server) {
  servers_[server].fails_over = true;
  move_to_partner(server);
}

// Once a partner that is down itself is back, it has both.
void Outages::move_to_partner(std::size_t number) {
  const std::size_t partner = partner_of(number);
  if (servers_[partner].down > 0) return;
  for (std::size_t i = 0; i < served_.size(); ++i) {
    if (served_[i].home != number || served_[i].server != number) continue;
    served_[i].server = partner;
    owner_.adopt(static_cast<std::int32_t>(i), partner);
    reconnect(i);
  }
}

// Brings a server up when the last of its outages is over. Its own targets come home; what their requests
// began at the partner ends there.
void Outages::server_comes_up(std::size_t number) {
  Server& server = servers_[number];
  if (--server.down > 0) return;
  sim_.cancel(server.failover);
  server.failover = EventId();
  server.fails_over = false;
  for (Served& served : served_)
    if (served.home == number) served.server = number;
  for (std::size_t i = 0; i < served_.size(); ++i)
    if (served_[i].server == number) reconnect(i);
  for (std::size_t other = 0; other < servers_.size(); ++other)
    if (servers_[other].fails_over && partner_of(other) == number) move_to_partner(other);
}

bool Outages::admit(Rpc& rpc, std::size_t server) {
  const Served& served = served_[index_of(rpc)];
  rpc.outages = served.outages;
  if (served.down == 0 && servers_[server].down == 0) return true;
  lose(rpc);
  return false;
}

void Outages::lose(Rpc& rpc) {
  const std::uint64_t key = connection(index_of(rpc), rpc.client);
  Unanswered& unanswered = connections_[key];
  unanswered.lost.push(rpc);
  ++unanswered_;
  unanswered.noticed = std::min(unanswered.noticed, rpc.sent + last_.rpc_timeout);
  if (is_served(index_of(rpc))) expect(key, unanswered);
}

void Outages::reconnect(std::size_t index) {
  if (!is_served(index)) return;
  const auto end = connections_.lower_bound(connection(index + 1, 0));
  for (auto it = connections_.lower_bound(connection(index, 0)); it != end; ++it)
    expect(it->first, it->second);
}

// Schedules the resending of what was lost, at the first attempt to connect from now on.
void Outages::expect(std::uint64_t connection, Unanswered& unanswered) {
  Time at = unanswered.noticed;
  if (at < sim_.now()) {
    const std::int64_t every = last_.reconnect_interval.ns();
    at += last_.reconnect_interval * (((sim_.now() - at).ns() + every - 1) / every);
  }
  sim_.cancel(unanswered.resend);
  unanswered.resend = sim_.schedule(at, Action::of<&Outages::resend>(*this, connection));
}

// Sends again what a connection lost. When the target is down again, the attempt fails.
void Outages::resend(std::uint64_t connection) {
  const auto found = connections_.find(connection);
  found->second.resend = EventId();
  if (!is_served(connection >> 32)) return;
  RpcQueue lost = found->second.lost;
  connections_.erase(found);
  while (!lost.empty()) {
    Rpc& rpc = lost.pop();
    --unanswered_;
    owner_.resend(rpc);
  }
}

}  // namespace headrace
