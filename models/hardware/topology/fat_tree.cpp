// Fat tree: ports on switches. A switch's way up is `oversubscription` times narrower than its ports
// together, and above it nothing is narrow.

#include "models/hardware/topology/topology.h"

namespace headrace {

namespace {

struct FatTreeSpec {
  std::int64_t nodes_per_switch = 20;
  double oversubscription = 1;
  HopsSpec hops;

  void visit(Fields& f) {
    f.integer({"nodes_per_switch", "nodes and servers on a switch, in the order of the platform",
               "prior [assumed]: half the ports of a switch of 40"},
              nodes_per_switch, 1, 1'000'000);
    f.number({"oversubscription", "what the ports of a switch do together over what its uplinks do",
              "prior [assumed]: none"},
             oversubscription, 0.01, 1000.0);
    hops.visit(f);
  }
};

class FatTree final : public Topology {
 public:
  FatTree(const Context&, const FatTreeSpec& spec) : spec_(spec) {}
  std::int64_t ports_per_group() const override { return spec_.nodes_per_switch; }
  Bandwidth uplink(Bandwidth ports) const override { return ports * (1 / spec_.oversubscription); }
  Duration latency_inside() const override { return spec_.hops.inside(); }
  Duration latency_between() const override { return spec_.hops.between(); }

 private:
  FatTreeSpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<Topology>> fat_tree() { return recipe<Topology, FatTree>(FatTreeSpec()); }

}  // namespace headrace
