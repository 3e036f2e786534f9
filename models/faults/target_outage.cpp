// TargetOutage: a target is gone while its server works on.

#include "models/faults/outage.h"

namespace headrace {

namespace {

class TargetOutage final : public PartOutage {
 public:
  TargetOutage(const Context& context, const OutageSpec& spec) : PartOutage(context, spec.outage()) {}
  Needs needs() const override { return needs_at({Part::ost, Part::target}); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> target_outage() { return recipe<Fault, TargetOutage, OutageSpec>(); }

}  // namespace headrace
