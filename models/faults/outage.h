// ServerOutage: a fault in which a server, a target or a node is gone while it lasts.
#pragma once

#include "models/faults/policy.h"

namespace headrace {

struct OutageSpec {
  Duration rpc_timeout = 100_s;
  Duration reconnect_interval = 10_s;

  void visit(Fields& f) {
    f.duration({"rpc_timeout", "after so long without an answer a client takes a server for lost",
                "Lustre's obd_timeout: 100 s [read]; adaptive time-outs are left out"},
               rpc_timeout, 1_ms, Duration::seconds(1e6));
    f.duration({"reconnect_interval", "how often such a client tries to find it again",
                "prior [assumed]: a connection attempt every 10 s"},
               reconnect_interval, 1_ms, Duration::seconds(1e6));
  }
  Outage outage() const {
    Outage outage;
    outage.rpc_timeout = rpc_timeout;
    outage.reconnect_interval = reconnect_interval;
    return outage;
  }
};

// Outage of a server that has a partner (0 of 1, 1 of 0, …).
struct FailoverSpec : OutageSpec {
  std::optional<Duration> failover_time;

  void visit(Fields& f, std::string_view meaning) {
    OutageSpec::visit(f);
    f.duration({"failover_time", meaning, "by default never: no failover is set up [assumed]"}, failover_time,
               Duration(), Duration::max());
  }
  bool fails_over() const { return failover_time.has_value(); }
  Outage outage() const {
    Outage outage = OutageSpec::outage();
    outage.failover_time = failover_time;
    return outage;
  }
};

class ServerOutage : public Fault {
 public:
  void begin() override { site_->goes_down(place_, outage_); }
  void end() override { site_->comes_up(place_); }

 protected:
  ServerOutage(const Context& context, const Outage& outage)
      : site_(context.site), place_(context.place), outage_(outage) {}

  static Needs needs_at(Part part) {
    Needs needs;
    needs.add(part).end = true;
    needs.requests = true;
    return needs;
  }

 private:
  FaultSite* site_;
  Place place_;
  Outage outage_;
};

}  // namespace headrace
