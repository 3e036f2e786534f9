// OssOutage: an object storage server is gone and its targets with it, until it is back or, with a failover,
// its partner has them.

#include "models/faults/outage.h"

namespace headrace {

namespace {

struct OssOutageSpec : FailoverSpec {
  void visit(Fields& f) {
    FailoverSpec::visit(f, "after so long its partner (0 of 1, 1 of 0, …) serves its targets");
  }
};

class OssOutage final : public ServerOutage {
 public:
  OssOutage(const Context& context, const OssOutageSpec& spec)
      : ServerOutage(context, spec.outage()), fails_over_(spec.fails_over()) {}
  Needs needs() const override {
    Needs needs = needs_at(Part::oss);
    needs.partner = fails_over_;
    return needs;
  }

 private:
  bool fails_over_;
};

}  // namespace

std::unique_ptr<Recipe<Fault>> oss_outage() { return recipe<Fault, OssOutage, OssOutageSpec>(); }

}  // namespace headrace
