// SlowOst: what an access costs the drives of a target, on their path and beside it, takes longer.

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

class SlowOst final : public Slowdown {
 public:
  SlowOst(const Context& context, const ShareSpec& spec) : Slowdown(context, Aspect::work, spec.share) {}
  Needs needs() const override { return Needs().add(Part::ost); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> slow_ost() { return recipe<Fault, SlowOst, ShareSpec>(); }

}  // namespace headrace
