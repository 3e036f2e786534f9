#include "models/storage/server/outages.h"

#include <algorithm>

namespace headrace {

Outages::Outages(Simulation& sim, Owner& owner, const Layout& layout)
    : sim_(sim), owner_(owner), targets_(layout.homes.size()) {
  for (std::size_t i = 0; i < targets_.size(); ++i) targets_[i].server = targets_[i].home = layout.homes[i];
  // Partners are 0 of 1, 1 of 0, …; of an odd one the one before it.
  for (const std::size_t count : layout.groups) {
    const std::size_t first = servers_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t other = (i ^ 1) < count ? i ^ 1 : i - 1;
      servers_.emplace_back().partner = first + (count == 1 ? i : other);
    }
  }
}

void Outages::target_goes_down(std::size_t number, const Outage& outage) {
  last_ = outage;
  Target& target = targets_[number];
  ++target.down;
  ++target.outages;
}

void Outages::target_comes_up(std::size_t number) {
  --targets_[number].down;
  reconnect(number);
}

void Outages::server_goes_down(std::size_t number, const Outage& outage) {
  last_ = outage;
  Server& server = servers_[number];
  if (++server.down > 1) return;
  for (Target& target : targets_)
    if (target.server == number) ++target.outages;
  if (!outage.failover_time || server.partner == number) return;
  server.failover = sim_.schedule_in(*outage.failover_time, Action::of<&Outages::fail_over>(*this, number));
}

void Outages::fail_over(std::size_t server) {
  servers_[server].fails_over = true;
  move_to_partner(server);
}

// Once a partner that is down itself is back, it has both.
void Outages::move_to_partner(std::size_t number) {
  const std::size_t partner = servers_[number].partner;
  if (servers_[partner].down > 0) return;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (targets_[i].home != number || targets_[i].server != number) continue;
    targets_[i].server = partner;
    owner_.adopt(i, partner);
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
  for (Target& target : targets_)
    if (target.home == number) target.server = number;
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (targets_[i].server == number) reconnect(i);
  for (std::size_t other = 0; other < servers_.size(); ++other)
    if (servers_[other].fails_over && servers_[other].partner == number) move_to_partner(other);
}

bool Outages::admit(StorageRequest& request, std::size_t server) {
  const Target& target = targets_[owner_.target_of(request)];
  request.outages = target.outages;
  if (target.down == 0 && servers_[server].down == 0) return true;
  lose(request);
  return false;
}

void Outages::lose(StorageRequest& request) {
  const std::size_t target = owner_.target_of(request);
  const std::uint64_t key = connection(target, request.client);
  Unanswered& unanswered = connections_[key];
  unanswered.lost.push(request);
  ++unanswered_;
  unanswered.noticed = std::min(unanswered.noticed, request.sent + last_.rpc_timeout);
  if (is_served(target)) expect(key, unanswered);
}

void Outages::reconnect(std::size_t target) {
  if (!is_served(target)) return;
  const auto end = connections_.lower_bound(connection(target + 1, 0));
  for (auto it = connections_.lower_bound(connection(target, 0)); it != end; ++it)
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
  QueueOf<StorageRequest> lost = found->second.lost;
  connections_.erase(found);
  while (!lost.empty()) {
    StorageRequest& request = lost.pop();
    --unanswered_;
    request.resent = sim_.now();
    owner_.resend(request);
  }
}

}  // namespace headrace
