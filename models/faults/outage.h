// PartOutage: a fault in which a server, a target or a node is gone while it lasts.
#pragma once

#include <initializer_list>

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

class PartOutage : public Fault {
 public:
  void begin() override { site_->goes_down(place_, outage_); }
  void end() override { site_->comes_up(place_); }

 protected:
  PartOutage(const Context& context, const Outage& outage)
      : site_(context.site), place_(context.place), outage_(outage) {}

  static Needs needs_at(std::initializer_list<Part> parts) {
    Needs needs;
    for (const Part part : parts) needs.add(part);
    needs.end = needs.requests = true;
    return needs;
  }

 private:
  FaultSite* site_;
  Place place_;
  Outage outage_;
};

}  // namespace headrace
