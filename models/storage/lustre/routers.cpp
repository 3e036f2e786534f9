#include "models/storage/lustre/routers.h"

#include <algorithm>

namespace headrace {

Routers::Routers(const Scope& scope, const RoutersSpec& spec, Network& network)
    : spec_(spec),
      to_servers_(scope.part("to_servers"), spec, network),
      to_clients_(scope.part("to_clients"), spec, network) {}

Routers::Way::Way(const Scope& scope, const RoutersSpec& spec, Network& network)
    : sim_(scope.sim()),
      network_(network),
      bandwidth_(spec.bandwidth),
      overhead_(spec.overhead),
      latency_(spec.latency),
      overheads_(scope.random("overhead")) {
  for (std::int64_t i = 0; i < spec.count; ++i)
    routers_.emplace_back(scope.part("router", i), spec.bandwidth, scope.blamed("router"));
  if (network.flows())
    link_ = network.add_link(scope.path(), spec.bandwidth * static_cast<double>(spec.count),
                             scope.blamed("router"));
}

Pipe& Routers::Way::next_router() {
  Pipe& router = routers_[turn_];
  turn_ = turn_ + 1 < routers_.size() ? turn_ + 1 : 0;
  return router;
}

// Sends a message through a router. It leaves its sender when its router lets it: so late that its last byte
// crosses the slower of ports and router once, and its first fragment both.
void Routers::Way::send(PortId from, PortId to, Bytes size, Action arrived) {
  const Bandwidth wire = std::min(network_.rate(from), network_.rate(to));
  const Duration on_wire = size / wire;
  const Duration overhead = overhead_.draw(overheads_);
  Pipe& router = next_router();
  const Time has_fragment = sim_.now() + std::min(size, kFragment) / wire;
  const Duration work = overhead + router.span_of(size);
  const Time through = router.take(work, size, has_fragment);
  const Time leaves = std::max(through - work + overhead, through - on_wire);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  Message& message = messages_[slot];
  message.from = from;
  message.to = to;
  message.size = size;
  message.arrived = arrived;
  const EventId forwarded = sim_.schedule(leaves + latency_, Action::of<&Way::forwarded>(*this, slot));
  if (Causes* const causes = sim_.causes()) {
    router.note(*causes, work, has_fragment, causes->present());
    causes->blame(forwarded, router.part(), router.last());
  }
}

void Routers::Way::forwarded(std::uint32_t slot) {
  const Message message = messages_[slot];
  free_.push_back(slot);
  network_.send(message.from, message.to, message.size, message.arrived);
}

double Routers::Way::utilisation(std::size_t router) const {
  const double flows = link_ ? network_.used(*link_) : 0;
  return std::min(1.0, routers_[router].utilisation() + flows);
}

Duration Routers::added(Bytes size, Bandwidth wire) const {
  const Duration slower = std::max(Duration(), size / spec_.bandwidth - size / wire);
  return (spec_.latency + spec_.overhead.mean()) * 2 + std::min(size, kFragment) / wire + slower;
}

std::vector<double> Routers::utilisations() const {
  std::vector<double> all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(spec_.count); ++i)
    all.push_back(std::max(to_servers_.utilisation(i), to_clients_.utilisation(i)));
  return all;
}

}  // namespace headrace
