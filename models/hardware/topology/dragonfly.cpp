// Dragonfly: groups of switches, each joined with every other by global links. Routes that avoid a full link
// take two of them, so that less than their nominal bandwidth can be used.

#include "models/hardware/topology/topology.h"

namespace headrace {

namespace {

struct DragonflySpec {
  std::int64_t nodes_per_group = 512;
  Bandwidth global_bandwidth = Bandwidth::bytes_per_second(6.4e12);
  double usable_share = 0.8;
  HopsSpec hops;

  void visit(Fields& f) {
    f.integer({"nodes_per_group", "nodes and servers of a group, in the order of the platform",
               "prior [assumed]: 32 switches of 16 nodes"},
              nodes_per_group, 1, 1'000'000);
    f.bandwidth({"global_bandwidth", "nominal, of all global links of a group together, each way",
                 "prior [assumed]: half of 512 ports of 200 Gbit/s"},
                global_bandwidth);
    f.number({"usable_share", "share of it that adaptive routes can use", "prior [assumed]: 0.7-0.85"},
             usable_share, 0.01, 1.0);
    hops.visit(f);
  }
};

class Dragonfly final : public Topology {
 public:
  Dragonfly(const Context&, const DragonflySpec& spec) : spec_(spec) {}
  std::int64_t ports_per_group() const override { return spec_.nodes_per_group; }
  Bandwidth uplink(Bandwidth) const override { return spec_.global_bandwidth * spec_.usable_share; }
  Duration latency_inside() const override { return spec_.hops.inside(); }
  Duration latency_between() const override { return spec_.hops.between(); }

 private:
  DragonflySpec spec_;
};

}  // namespace

std::unique_ptr<Recipe<Topology>> dragonfly() { return recipe<Topology, Dragonfly>(DragonflySpec()); }

}  // namespace headrace
