// The table of all-reduce algorithms: one line each.

#include "models/collectives/policy.h"

namespace headrace {

std::unique_ptr<Recipe<AllReduce>> fastest();
std::unique_ptr<Recipe<AllReduce>> ring();
std::unique_ptr<Recipe<AllReduce>> tree();
std::unique_ptr<Recipe<AllReduce>> hierarchical();

PolicyTable<AllReduce> AllReduce::table() {
  static constexpr Registration<AllReduce> kTable[] = {
      {"fastest", "whichever of the others costs least", fastest},
      {"ring", "each rank sends to the next: most steps, fewest bytes", ring},
      {"tree", "up a tree of the ranks and down again: few steps, more bytes", tree},
      {"hierarchical", "first inside each node, then a ring of the nodes, then inside each node again",
       hierarchical},
  };
  return kTable;
}

}  // namespace headrace
