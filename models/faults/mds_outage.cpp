// MdsOutage: a metadata server is gone; nobody takes over its directories.

#include "models/faults/outage.h"

namespace headrace {

namespace {

class MdsOutage final : public ServerOutage {
 public:
  MdsOutage(const Context& context, const OutageSpec& spec) : ServerOutage(context, spec.outage()) {}
  Needs needs() const override { return needs_at(Part::mds); }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> mds_outage() { return recipe<Fault, MdsOutage, OutageSpec>(); }

}  // namespace headrace
