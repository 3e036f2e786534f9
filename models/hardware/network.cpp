#include "models/hardware/network.h"

#include <algorithm>

namespace headrace {

Network::Network(Scope scope, const NetworkSpec& spec) : scope_(scope), sim_(scope.sim()), latency_(spec.latency) {}

PortId Network::add_port(const std::string& name, const PortSpec& spec) {
  const Scope port = scope_.part(name);
  ports_.push_back({Pipe(port.part("sent"), spec.usable()), Pipe(port.part("received"), spec.usable())});
  return static_cast<PortId>(ports_.size() - 1);
}

void Network::send(PortId from, PortId to, Bytes size, Action arrived) {
  // The last byte arrives when both ends have done their part: the receiver
  // starts with the first byte and cannot end before the sender's last one.
  const Time sent = ports_[static_cast<std::size_t>(from)].out.carry(size, sim_.now());
  Pipe& in = ports_[static_cast<std::size_t>(to)].in;
  const Duration alone = in.span_of(size);
  const Time first_byte_latest = std::max(sim_.now() + latency_, sent + latency_ - alone);
  sim_.schedule(in.carry(size, first_byte_latest), arrived);
}

}  // namespace headrace
