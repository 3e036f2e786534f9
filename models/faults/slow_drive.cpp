// SlowDrive: what an access costs the drives of a node's own file system takes longer. A drive that answers
// no more is one with almost nothing left: what waits for it waits until it is replaced.

#include "models/faults/slowdown.h"

namespace headrace {

namespace {

class SlowDrive final : public Slowdown {
 public:
  SlowDrive(const Context& context, const ShareSpec& spec) : Slowdown(context, Aspect::drives, spec.share) {}
  Needs needs() const override {
    Needs needs;
    needs.add(Part::node).drives = true;
    return needs;
  }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> slow_drive() { return recipe<Fault, SlowDrive, ShareSpec>(); }

}  // namespace headrace
