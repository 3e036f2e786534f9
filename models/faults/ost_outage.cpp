// OstOutage: a target is gone while its server works on.

#include "models/faults/outage.h"

namespace headrace {

namespace {

class OstOutage final : public ServerOutage {
 public:
  OstOutage(const Context& context, const OutageSpec& spec) : ServerOutage(context, spec.outage()) {}
  Needs needs() const override { return needs_at(Part::ost); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> ost_outage() { return recipe<Fault, OstOutage, OutageSpec>(); }

}  // namespace headrace
