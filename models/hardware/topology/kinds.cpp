// The table of topologies: one line each.

#include "models/hardware/topology/topology.h"

namespace headrace {

std::unique_ptr<Recipe<Topology>> flat();
std::unique_ptr<Recipe<Topology>> fat_tree();
std::unique_ptr<Recipe<Topology>> dragonfly();

PolicyTable<Topology> Topology::table() {
  static constexpr Registration<Topology> kTable[] = {
      {"flat", "every pair of ports is one latency apart, and the fabric is never the bottleneck", flat},
      {"fat_tree", "ports on switches that share uplinks", fat_tree},
      {"dragonfly", "ports in groups that share global links", dragonfly},
  };
  return kTable;
}

}  // namespace headrace
