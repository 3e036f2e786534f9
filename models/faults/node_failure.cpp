// NodeFailure: a node is gone, and with it every job that runs there: a job of many nodes ends with the
// first.

#include "models/faults/outage.h"

namespace headrace {

namespace {

class NodeFailure final : public PartOutage {
 public:
  explicit NodeFailure(const Context& context) : PartOutage(context, Outage()) {}
  Needs needs() const override {
    Needs needs = Needs().add(Part::node);
    needs.ends_jobs = true;
    return needs;
  }
};

}  // namespace

std::unique_ptr<Recipe<Fault>> node_failure() { return recipe<Fault, NodeFailure>(); }

}  // namespace headrace
