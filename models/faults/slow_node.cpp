// SlowNode: the cores and accelerators of a node are slower, as when it is hot; its memory bus and port are
// not.

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

class SlowNode final : public Slowdown {
 public:
  SlowNode(const Context& context, const ShareSpec& spec) : Slowdown(context, Aspect::work, spec.share) {}
  Needs needs() const override { return Needs().add(Part::node); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> slow_node() { return recipe<Fault, SlowNode, ShareSpec>(); }

}  // namespace headrace
