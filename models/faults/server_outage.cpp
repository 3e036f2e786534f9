// ServerOutage: a server is gone, and with it its targets or its directories, until it is back or, with a
// failover, its partner has them.

#include "models/faults/outage.h"

namespace headrace {

namespace {

struct ServerOutageSpec : OutageSpec {
  std::optional<Duration> failover_time;

  void visit(Fields& f) {
    OutageSpec::visit(f);
    f.duration(
        {"failover_time",
         "after so long its partner (0 of 1, 1 of 0, …) serves its targets, or its directories",
         "by default never: no failover is set up [assumed]; with 0 s at 0 s the server was lost before"},
        failover_time, Duration(), Duration::max());
  }
  Outage outage() const {
    Outage outage = OutageSpec::outage();
    outage.failover_time = failover_time;
    return outage;
  }
};

class ServerOutage final : public PartOutage {
 public:
  ServerOutage(const Context& context, const ServerOutageSpec& spec)
      : PartOutage(context, spec.outage()),
        fails_over_(spec.failover_time.has_value()),
        at_once_(spec.failover_time == Duration()) {}
  Needs needs() const override {
    Needs needs = needs_at({Part::oss, Part::mds, Part::server});
    needs.partner = fails_over_;
    needs.end = !fails_over_;
    needs.loses_none = at_once_;
    return needs;
  }

 private:
  bool fails_over_, at_once_;
};

}  // namespace

std::unique_ptr<Recipe<Fault>> server_outage() { return recipe<Fault, ServerOutage, ServerOutageSpec>(); }

}  // namespace headrace
