// Transport: how requests and answers travel between a store and its clients.
//
// A message leaves over its connection, which carries one after another at a
// rate of its own where it has one, through both ports, and over a distance
// beyond the network's latency where the store is far away. It is cut through:
// alone, it takes the slowest of connection and ports, and the latencies.
#pragma once

#include <algorithm>
#include <optional>

#include "models/storage/remote/request.h"
#include "sim/scope.h"

namespace headrace {

class Transport {
 public:
  Transport(const Scope& scope, Network& network, std::optional<Bandwidth> rate, Duration distance)
      : sim_(scope.sim()),
        network_(network),
        rate_(rate),
        distance_(distance),
        connections_(scope.blamed("connection")),
        latencies_(scope.blamed("latency")) {}

  // `arrived` runs when the last of its bytes is there.
  void send(RemoteRequest& request, PortId from, PortId to, Bytes size, Stream& stream, Action arrived) {
    request.hop.from = from;
    request.hop.to = to;
    request.hop.size = size;
    request.hop.arrived = arrived;
    const Time leaves = leaving(from, to, size, stream);
    if (leaves == sim_.now()) return enter(request);
    const EventId enters = sim_.schedule(leaves, Action::of<&Transport::enter>(*this, request));
    if (Causes* const causes = sim_.causes()) causes->blame(enters, connections_, stream.last);
  }

 private:
  // Returns when the ports begin with a message, to be through with the last byte when the connection is.
  Time leaving(PortId from, PortId to, Bytes size, Stream& stream) const {
    if (!rate_) return sim_.now();
    const Bandwidth wire = std::min(network_.rate(from), network_.rate(to));
    const bool waits = stream.taken_until > sim_.now();
    stream.taken_until = std::max(stream.taken_until, sim_.now()) + size / *rate_;
    if (Causes* const causes = sim_.causes())
      stream.last = causes->add(stream.taken_until, waits ? stream.last : causes->present(), connections_);
    return std::max(sim_.now(), stream.taken_until - size / wire);
  }
  void enter(RemoteRequest& request) {
    const RemoteRequest::Hop& hop = request.hop;
    Action arrived = hop.arrived;
    if (distance_ > Duration()) arrived = Action::of<&Transport::go_far>(*this, request);
    network_.send(hop.from, hop.to, hop.size, arrived);
  }
  void go_far(RemoteRequest& request) { sim_.schedule_in(distance_, request.hop.arrived, latencies_); }

  Simulation& sim_;
  Network& network_;
  std::optional<Bandwidth> rate_;
  Duration distance_;
  PartId connections_, latencies_;
};

}  // namespace headrace
