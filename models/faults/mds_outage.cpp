// MdsOutage: a metadata server is gone and its directories with it, until it is back or, with a failover, its
// partner has them.

#include "models/faults/outage.h"

namespace headrace {

namespace {

struct MdsOutageSpec : FailoverSpec {
  void visit(Fields& f) {
    FailoverSpec::visit(f, "after so long its partner (0 of 1, 1 of 0, …) serves its directories");
  }
};

class MdsOutage final : public ServerOutage {
 public:
  MdsOutage(const Context& context, const MdsOutageSpec& spec)
      : ServerOutage(context, spec.outage()), fails_over_(spec.fails_over()) {}
  Needs needs() const override {
    Needs needs = needs_at(Part::mds);
    needs.partner = fails_over_;
    return needs;
  }

 private:
  bool fails_over_;
};

}  // namespace

std::unique_ptr<Recipe<Fault>> mds_outage() { return recipe<Fault, MdsOutage, MdsOutageSpec>(); }

}  // namespace headrace
