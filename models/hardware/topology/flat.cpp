// Flat: a fabric that is itself never the bottleneck.

#include "models/hardware/topology/topology.h"

namespace headrace {

namespace {

class Flat final : public Topology {
 public:
  explicit Flat(const Context&) {}
  std::int64_t ports_per_group() const override { return 0; }
  Bandwidth uplink(Bandwidth ports) const override { return ports; }
  Duration latency_inside() const override { return {}; }
  Duration latency_between() const override { return {}; }
};

}  // namespace

std::unique_ptr<Recipe<Topology>> flat() { return recipe<Topology, Flat>(); }

}  // namespace headrace
