#include "models/hardware/network.h"

#include <algorithm>
#include <array>

namespace headrace {

namespace {

// Below it a message is a header and not bulk data.
constexpr Bytes kBulk = 64_KiB;

}  // namespace

Network::Network(Scope scope, const NetworkSpec& spec, const FidelitySpec& fidelity)
    : scope_(scope), sim_(scope.sim()), latency_(spec.latency), fidelity_(fidelity) {
  if (fidelity.flows()) links_.emplace(sim_, scope.path());
}

PortId Network::add_port(const std::string& name, const PortSpec& spec) {
  const Scope scope = scope_.part(name);
  const Bandwidth rate = spec.usable();
  Port port{Pipe(scope.part("sent"), rate), Pipe(scope.part("received"), rate), rate, {}, {}};
  if (flows()) {
    port.sent = add_link(scope.path() + " sent", rate);
    port.received = add_link(scope.path() + " received", rate);
  }
  ports_.push_back(port);
  return static_cast<PortId>(ports_.size() - 1);
}

// The last byte arrives when both ends have done their part: the receiver
// starts with the first byte and cannot end before the sender's last one. Its
// port is taken only when the message leaves: one that still queues at its
// sender must not hold up what others send meanwhile.
void Network::send(PortId from, PortId to, Bytes size, Action arrived) {
  if (flows() && size >= kBulk) {
    const FairNetwork::Share share(weight_of(size));
    Moving& message = moving_[start_moving(from, to, {}, size, share)];
    message.message = true;
    message.moved = arrived;
    return;
  }
  const Time sent = ports_[static_cast<std::size_t>(from)].out.carry(size, sim_.now());
  const Time leaving = sent - ports_[static_cast<std::size_t>(to)].in.span_of(size);
  Message message;
  message.to = to;
  message.size = size;
  message.arrived = arrived;
  if (leaving <= sim_.now()) return enter(message);
  if (free_messages_.empty()) {
    free_messages_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t slot = free_messages_.back();
  free_messages_.pop_back();
  messages_[slot] = message;
  Action turn;
  turn.run = &Network::leave;
  turn.object = this;
  turn.word = slot;
  sim_.schedule(leaving, turn);
}

void Network::leave(void* self, std::uint64_t slot) {
  auto& network = *static_cast<Network*>(self);
  const Message message = network.messages_[slot];
  network.free_messages_.push_back(static_cast<std::uint32_t>(slot));
  network.enter(message);
}

void Network::enter(const Message& message) {
  Pipe& in = ports_[static_cast<std::size_t>(message.to)].in;
  sim_.schedule(in.carry(message.size, sim_.now() + latency_), message.arrived);
}

std::int64_t Network::weight_of(Bytes on_their_way) {
  constexpr Bytes kUnit = 4_KiB;
  return std::clamp<std::int64_t>(on_their_way / kUnit, 1, FairShares::kGreatestWeight);
}

std::uint32_t Network::move(PortId from, PortId to, std::span<const LinkId> more, Bytes size,
                            const FairNetwork::Share& share, Action moved) {
  const std::uint32_t number = start_moving(from, to, more, size, share);
  moving_[number].moved = moved;
  return number;
}

std::uint32_t Network::start_moving(PortId from, PortId to, std::span<const LinkId> more, Bytes size,
                                    const FairNetwork::Share& share) {
  if (free_moving_.empty()) {
    free_moving_.push_back(static_cast<std::uint32_t>(moving_.size()));
    moving_.emplace_back();
  }
  const std::uint32_t slot = free_moving_.back();
  free_moving_.pop_back();
  Moving& moving = moving_[slot];
  moving.from = from;
  moving.to = to;
  moving.size = size;
  moving.message = false;
  std::array<LinkId, FairShares::kGreatestPath> path{port_at(from).sent, port_at(to).received};
  HEADRACE_CHECK(more.size() + 2 <= path.size());
  std::copy(more.begin(), more.end(), path.begin() + 2);
  Action end;
  end.run = &Network::moved;
  end.object = this;
  end.word = slot;
  links_->start(moving.flow, std::span<const LinkId>(path.data(), more.size() + 2), size, end, share);
  return slot;
}

void Network::moved(void* self, std::uint64_t slot) {
  auto& network = *static_cast<Network*>(self);
  const Moving& moving = network.moving_[slot];
  network.ports_[static_cast<std::size_t>(moving.from)].out.count(moving.size);
  network.ports_[static_cast<std::size_t>(moving.to)].in.count(moving.size);
  network.free_moving_.push_back(static_cast<std::uint32_t>(slot));
  if (moving.message) {
    network.sim_.schedule_in(network.latency_, moving.moved);
  } else {
    const Action done = moving.moved;
    done.run(done.object, done.word);
  }
}

Speed& Network::speed(PortId port) {
  const auto [entry, is_new] = speeds_.try_emplace(port);
  if (is_new) {
    Action changed;
    changed.run = &Network::speed_changed;
    changed.object = this;
    changed.word = static_cast<std::uint64_t>(port);
    entry->second.tell(changed);
  }
  return entry->second;
}

void Network::speed_changed(void* self, std::uint64_t word) {
  auto& network = *static_cast<Network*>(self);
  Port& port = network.ports_[static_cast<std::size_t>(word)];
  const Bandwidth rate = port.rate * network.speeds_.at(static_cast<PortId>(word)).share();
  port.out.set_rate(rate);
  port.in.set_rate(rate);
  if (!network.flows()) return;
  network.set_capacity(port.sent, rate);
  network.set_capacity(port.received, rate);
}

// At its present capacity: of one whose speed changes an estimate.
double Network::used(LinkId link) const {
  const Duration elapsed = sim_.now().since_start();
  if (!flows() || elapsed == Duration()) return 0;
  return std::min(1.0, (links_->bytes_moved(link) / links_->capacity(link)) / elapsed);
}

}  // namespace headrace
