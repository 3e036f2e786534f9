// SlowTarget: what an access costs the drives of a target, on their path and beside it, takes longer.

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

class SlowTarget final : public Slowdown {
 public:
  SlowTarget(const Context& context, const ShareSpec& spec) : Slowdown(context, Aspect::work, spec.share) {}
  Needs needs() const override { return Needs().add(Part::ost).add(Part::target); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> slow_target() { return recipe<Fault, SlowTarget, ShareSpec>(); }

}  // namespace headrace
