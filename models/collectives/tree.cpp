// Tree: up a tree of the ranks and down again, in a pipeline of small pieces: 2 log2(p) latency
// + 2 size / bandwidth. A tree has whole levels.

#include <bit>

#include "models/collectives/policy.h"

namespace headrace {

namespace {

class Tree final : public AllReduce {
 public:
  explicit Tree(const Context& context) : group_(context.group) {}
  AllReduceCost cost(Bytes size) const override {
    const auto above = static_cast<std::uint64_t>(group_.ranks() - 1);
    const auto levels = static_cast<std::int64_t>(std::bit_width(above));
    return uniform(group_, 2 * levels, above == 0 ? Bytes() : 2 * size);
  }

 private:
  RankGroup group_;
};

}  // namespace

std::unique_ptr<Recipe<AllReduce>> tree() { return recipe<AllReduce, Tree>(); }

}  // namespace headrace
