// Ring: each of p ranks sends to the next, p - 1 steps to sum and p - 1 to spread the sum, a p-th of the
// bytes in each: 2 (p - 1) latency + 2 (p - 1) / p size / bandwidth. Of the ranks of a node one sends to the
// next node.

#include "models/collectives/policy.h"

namespace headrace {

namespace {

class RingAllReduce final : public AllReduce {
 public:
  explicit RingAllReduce(const Context& context) : group_(context.group) {}
  AllReduceCost cost(Bytes size) const override {
    const std::int64_t ranks = group_.ranks();
    const std::int64_t steps = 2 * (ranks - 1);
    return uniform(group_, steps, part(size, steps, ranks));
  }

 private:
  RankGroup group_;
};

}  // namespace

std::unique_ptr<Recipe<AllReduce>> ring() { return recipe<AllReduce, RingAllReduce>(); }

}  // namespace headrace
