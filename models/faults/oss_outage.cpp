// OssOutage: an object storage server is gone and its targets with it, until it is back or, with a failover,
// its partner has them.

#include "models/faults/outage.h"

namespace headrace {

namespace {

struct OssOutageSpec : OutageSpec {
  Duration failover_time = Duration::max();

  void visit(Fields& f) {
    OutageSpec::visit(f);
    f.duration({"failover_time", "after so long its partner (0 of 1, 1 of 0, …) serves its targets",
                "by default never: no failover is set up [assumed]"},
               failover_time, Duration(), Duration::max());
  }
  Outage outage() const {
    Outage outage = OutageSpec::outage();
    if (failover_time < Duration::max()) outage.failover_time = failover_time;
    return outage;
  }
};

class OssOutage final : public ServerOutage {
 public:
  OssOutage(const Context& context, const OssOutageSpec& spec)
      : ServerOutage(context, spec.outage()), fails_over_(spec.outage().failover_time.has_value()) {}
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
