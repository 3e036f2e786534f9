// Hierarchical: the g ranks of a node sum their parts in a ring, ranks of the same place in their nodes sum
// theirs in rings of the n nodes, and each node spreads the sum among its ranks:
//   2 (g - 1) latency + 2 (g - 1) / g size / bandwidth, inside, and
//   2 (n - 1) latency + 2 (n - 1) / n size / bandwidth, between: the g rings share what leads from a node.

#include "models/collectives/policy.h"

namespace headrace {

namespace {

class Hierarchical final : public AllReduce {
 public:
  explicit Hierarchical(const Context& context) : group_(context.group) {}
  AllReduceCost cost(Bytes size) const override {
    const std::int64_t inside = 2 * (group_.ranks_per_node - 1);
    const std::int64_t between = 2 * (group_.nodes - 1);
    AllReduceCost cost;
    cost.before = inside * group_.inside.latency + between * group_.between.latency +
                  part(size, inside, group_.ranks_per_node) / group_.inside.bandwidth;
    cost.between = part(size, between, group_.nodes);
    return cost;
  }

 private:
  RankGroup group_;
};

}  // namespace

std::unique_ptr<Recipe<AllReduce>> hierarchical() { return recipe<AllReduce, Hierarchical>(); }

}  // namespace headrace
