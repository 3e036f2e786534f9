#include "models/hardware/network.h"

#include <algorithm>
#include <array>

namespace headrace {

namespace {

// Below it a message is a header and not bulk data.
constexpr Bytes kBulk = 64_KiB;

}  // namespace

Network::Network(Scope scope, const NetworkSpec& spec, const FidelitySpec& fidelity)
    : scope_(scope),
      sim_(scope.sim()),
      topology_(spec.topology.make({})),
      latency_(spec.latency + topology_->latency_inside()),
      further_(topology_->latency_between() - topology_->latency_inside()),
      latencies_(scope.blamed("latency")),
      fidelity_(fidelity) {
  if (fidelity.flows()) links_.emplace(sim_, scope.path(), fidelity.flow_tolerance);
}

PortId Network::add_port(const std::string& name, const PortSpec& spec) {
  const Scope scope = scope_.part(name);
  const Bandwidth rate = spec.usable();
  const PartId blamed = sim_.causes() == nullptr ? PartId() : sim_.causes()->part(name, "port");
  Port port{
      Pipe(scope.part("sent"), rate, blamed), Pipe(scope.part("received"), rate, blamed), rate, {}, {}, 0};
  if (flows()) {
    port.sent = add_link(scope.path() + " sent", rate, blamed);
    port.received = add_link(scope.path() + " received", rate, blamed);
  }
  if (has_groups()) {
    const auto reserved = reserved_.find(name);
    port.group = reserved == reserved_.end() ? join_group(rate) : reserved->second;
  }
  ports_.push_back(port);
  return static_cast<PortId>(ports_.size() - 1);
}

void Network::reserve_port(const std::string& name, const PortSpec& spec) {
  reserved_[name] = join_group(spec.usable());
}

// Takes the next place, and returns its group.
std::uint32_t Network::join_group(Bandwidth rate) {
  const std::int64_t number = places_++ / topology_->ports_per_group();
  const auto group = static_cast<std::uint32_t>(number);
  if (group == uplinks_.size()) {
    const Scope scope = scope_.part("uplinks", number);
    const PartId blamed = scope.blamed("uplink");
    Uplink fresh{
        Pipe(scope.part("sent"), rate, blamed), Pipe(scope.part("received"), rate, blamed), {}, {}, {}};
    if (flows()) {
      fresh.sent = add_link(scope.path() + " sent", rate, blamed);
      fresh.received = add_link(scope.path() + " received", rate, blamed);
    }
    uplinks_.push_back(fresh);
  }
  Uplink& uplink = uplinks_.back();
  uplink.ports = Bandwidth::bytes_per_second(uplink.ports.in_bytes_per_second() + rate.in_bytes_per_second());
  const Bandwidth capacity = topology_->uplink(uplink.ports);
  uplink.up.set_rate(capacity);
  uplink.down.set_rate(capacity);
  if (flows()) {
    set_capacity(uplink.sent, capacity);
    set_capacity(uplink.received, capacity);
  }
  return group;
}

// Sends a message: as a flow where the network has flows and it is large. Else its last byte arrives when
// both ends have done their part: the receiver starts with the first byte and cannot end before the sender's
// last one. The receiver's port is taken only when the message leaves: one that still queues at its sender
// must not hold up what others send meanwhile.
void Network::send(PortId from, PortId to, Bytes size, Action arrived) {
  if (flows() && size >= kBulk) {
    const FairNetwork::Share share(weight_of(size));
    Moving& message = moving_[start_moving(from, to, {}, size, share)];
    message.message = true;
    message.moved = arrived;
    return;
  }
  if (crosses(from, to)) return begin_crossing(from, to, size, arrived);
  const Time sent = ports_[static_cast<std::size_t>(from)].out.carry(size, sim_.now());
  if (sim_.causes() != nullptr) note_sent(from, size);
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
  const EventId leaves = sim_.schedule(leaving, Action::of<&Network::leave>(*this, slot));
  if (sim_.causes() != nullptr) note_leaving(leaves, from);
}

void Network::leave(std::uint32_t slot) {
  const Message message = messages_[slot];
  free_messages_.push_back(slot);
  enter(message);
}

void Network::enter(const Message& message) {
  Pipe& in = ports_[static_cast<std::size_t>(message.to)].in;
  const EventId arrives = sim_.schedule(in.carry(message.size, sim_.now() + latency_), message.arrived);
  if (sim_.causes() != nullptr) note_entered(arrives, message.to, message.size);
}

void Network::note_sent(PortId from, Bytes size) {
  Pipe& out = ports_[static_cast<std::size_t>(from)].out;
  out.note(*sim_.causes(), out.span_of(size), sim_.now(), sim_.causes()->present());
}

// Notes that a message leaves behind what its sender's port sent before it.
void Network::note_leaving(EventId leaves, PortId from) {
  const Pipe& out = port_at(from).out;
  sim_.causes()->blame(leaves, out.part(), out.last());
}

void Network::note_entered(EventId arrives, PortId to, Bytes size) {
  Causes& causes = *sim_.causes();
  Pipe& in = ports_[static_cast<std::size_t>(to)].in;
  const Time ready = sim_.now() + latency_;
  in.note(causes, arrives, in.span_of(size), ready, causes.add(ready, causes.present(), latencies_));
}

// Begins to send a message that crosses uplinks. It goes on as a whole, as long as it was or as long as what
// it takes needs: each part of the way is taken with its first byte, and lets the last one out no sooner than
// it came. So a part that is wider than what stands before it delays nothing, and one that is narrower does
// so once.
void Network::begin_crossing(PortId from, PortId to, Bytes size, Action arrived) {
  if (free_crossings_.empty()) {
    free_crossings_.push_back(static_cast<std::uint32_t>(crossings_.size()));
    crossings_.emplace_back();
  }
  const std::uint32_t slot = free_crossings_.back();
  free_crossings_.pop_back();
  Pipe& out = ports_[static_cast<std::size_t>(from)].out;
  Crossing& message = crossings_[slot];
  message.from = from;
  message.to = to;
  message.next = Stage::up;
  message.size = size;
  message.tail = out.carry(size, sim_.now());
  message.head = message.tail - out.span_of(size);
  if (sim_.causes() != nullptr) {
    note_sent(from, size);
    message.passed = out.last();
  }
  message.arrived = arrived;
  cross_next(slot);
}

void Network::cross_next(std::uint32_t slot) {
  const Time head = crossings_[slot].head;
  if (head <= sim_.now()) return cross(slot);
  const EventId crosses = sim_.schedule(head, Action::of<&Network::cross>(*this, slot));
  if (Causes* const causes = sim_.causes())
    causes->blame(crosses, causes->part_of(crossings_[slot].passed), crossings_[slot].passed);
}

void Network::cross(std::uint32_t slot) {
  Crossing& message = crossings_[slot];
  const Port& sender = port_at(message.from);
  Port& receiver = ports_[static_cast<std::size_t>(message.to)];
  if (message.next == Stage::in) {
    const Time ready = message.head + latency_;
    const Time through = receiver.in.carry(message.size, ready);
    const Crossing last = message;
    free_crossings_.push_back(slot);
    const EventId arrives = sim_.schedule(std::max(through, last.tail + latency_), last.arrived);
    if (sim_.causes() != nullptr) note_crossed(arrives, last);
    return;
  }
  const bool up = message.next == Stage::up;
  Pipe& way = up ? uplinks_[sender.group].up : uplinks_[receiver.group].down;
  const Duration length = std::max(message.tail - message.head, way.span_of(message.size));
  const Time through = way.carry(message.size, message.head);
  if (Causes* const causes = sim_.causes()) {
    way.note(*causes, way.span_of(message.size), message.head, causes->present());
    if (through >= message.tail) message.passed = way.last();
  }
  message.tail = std::max(message.tail, through);
  if (!up) message.tail += further_;
  message.head = message.tail - length;
  message.next = up ? Stage::down : Stage::in;
  cross_next(slot);
}

// Notes the end of a way over uplinks: the receiver's port, or what let the last byte out later than that.
void Network::note_crossed(EventId arrives, const Crossing& message) {
  Causes& causes = *sim_.causes();
  Pipe& in = ports_[static_cast<std::size_t>(message.to)].in;
  const Time ready = message.head + latency_;
  in.note(causes, in.span_of(message.size), ready, causes.add(ready, causes.present(), latencies_));
  if (message.tail + latency_ > in.taken_until()) {
    causes.blame(arrives, latencies_, message.passed);
  } else {
    causes.blame(arrives, in.part(), in.last());
  }
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
  std::size_t length = 2;
  if (crosses(from, to)) {
    path[length++] = uplinks_[port_at(from).group].sent;
    path[length++] = uplinks_[port_at(to).group].received;
  }
  HEADRACE_CHECK(more.size() + length <= path.size());
  for (const LinkId link : more) path[length++] = link;
  const Action end = Action::of<&Network::moved>(*this, slot);
  links_->start(moving.flow, std::span<const LinkId>(path.data(), length), size, end, share);
  return slot;
}

void Network::moved(std::uint32_t slot) {
  const Moving& moving = moving_[slot];
  ports_[static_cast<std::size_t>(moving.from)].out.count(moving.size);
  ports_[static_cast<std::size_t>(moving.to)].in.count(moving.size);
  if (crosses(moving.from, moving.to)) {
    uplinks_[port_at(moving.from).group].up.count(moving.size);
    uplinks_[port_at(moving.to).group].down.count(moving.size);
  }
  free_moving_.push_back(slot);
  if (moving.message) {
    sim_.schedule_in(latency(moving.from, moving.to), moving.moved, latencies_);
  } else {
    const Action done = moving.moved;
    done();
  }
}

Speed& Network::speed(PortId port) {
  const auto [entry, is_new] = speeds_.try_emplace(port);
  if (is_new) {
    entry->second.tell(Action::of<&Network::speed_changed>(*this, port));
  }
  return entry->second;
}

void Network::speed_changed(PortId number) {
  Port& port = ports_[static_cast<std::size_t>(number)];
  const Bandwidth rate = port.rate * speeds_.at(number).share();
  port.out.set_rate(rate);
  port.in.set_rate(rate);
  if (!flows()) return;
  set_capacity(port.sent, rate);
  set_capacity(port.received, rate);
}

// Returns the share of a link that was used, at its present capacity: of one whose speed changes an estimate.
double Network::used(LinkId link) const {
  const Duration elapsed = sim_.now().since_start();
  if (!flows() || elapsed == Duration()) return 0;
  return std::min(1.0, (links_->bytes_moved(link) / links_->capacity(link)) / elapsed);
}

std::vector<ResourceResult> Network::resources() const {
  ResourceResult shared{"network: uplinks", "wider uplinks, or jobs and servers on the same switches",
                        Activity::network};
  for (const Uplink& uplink : uplinks_) {
    const double sends = uplink.up.utilisation() + used(uplink.sent);
    const double takes = uplink.down.utilisation() + used(uplink.received);
    if (sends > 0 || takes > 0) shared.add(std::max(sends, takes));
  }
  if (shared.instances == 0) return {};
  return {shared};
}

}  // namespace headrace
