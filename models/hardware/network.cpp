#include "models/hardware/network.h"

namespace headrace {

Network::Network(Scope scope, const NetworkSpec& spec)
    : scope_(scope), sim_(scope.sim()), latency_(spec.latency) {}

PortId Network::add_port(const std::string& name, const PortSpec& spec) {
  const Scope port = scope_.part(name);
  ports_.push_back({Pipe(port.part("sent"), spec.usable()), Pipe(port.part("received"), spec.usable())});
  return static_cast<PortId>(ports_.size() - 1);
}

// The last byte arrives when both ends have done their part: the receiver
// starts with the first byte and cannot end before the sender's last one. Its
// port is taken only when the message leaves: one that still queues at its
// sender must not hold up what others send meanwhile.
void Network::send(PortId from, PortId to, Bytes size, Action arrived) {
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

}  // namespace headrace
