// NetworkDegraded: a port has negotiated a lower rate, or its cable loses what it carries.

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

class NetworkDegraded final : public Slowdown {
 public:
  NetworkDegraded(const Context& context, const ShareSpec& spec)
      : Slowdown(context, Aspect::port, spec.share) {}
  Needs needs() const override {
    return Needs().add(Part::oss).add(Part::mds).add(Part::server).add(Part::node);
  }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> network_degraded() { return recipe<Fault, NetworkDegraded, ShareSpec>(); }

}  // namespace headrace
