// Topology: which ports share a way to the others, and how far the others are.
//
// Ports fall into groups in the order in which they come: nodes as the platform lists them, then the servers.
// Within a group nothing is shared but the ports; what leaves or enters it takes the group's uplink, which
// has a bandwidth each way. A topology is one source in this folder and one line in kinds.cpp.
#pragma once

#include "models/registry.h"
#include "sim/units.h"

namespace headrace {

class Topology {
 public:
  static constexpr std::string_view kMeaning = "how the ports are joined";
  struct Context {};
  static PolicyTable<Topology> table();

  virtual ~Topology() = default;
  virtual std::int64_t ports_per_group() const = 0;  // Zero: there is one group of all.
  // Returns what a group sends to all others and takes from them, each way, given what its ports do together.
  virtual Bandwidth uplink(Bandwidth ports) const = 0;
  // Beside the latency of the network itself.
  virtual Duration latency_inside() const = 0;
  virtual Duration latency_between() const = 0;  // At least that.
};

// Switches that a message passes, each for the same time.
struct HopsSpec {
  Duration hop_latency;
  std::int64_t hops_inside = 1;
  std::int64_t hops_between = 3;

  Duration inside() const { return hop_latency * hops_inside; }
  Duration between() const { return hop_latency * (hops_between > hops_inside ? hops_between : hops_inside); }

  void visit(Fields& f) {
    f.duration(
        {"hop_latency", "of a switch, beside the network's latency",
         "none by default: in the network's latency [derived]; Slingshot's switch: at most 350 ns [read]"},
        hop_latency, Duration(), 1_s);
    f.integer({"hops_inside", "switches between two ports of a group", "[derived] they share one"},
              hops_inside, 0, 64);
    f.integer({"hops_between", "switches between ports of two groups; at least as many as inside",
               "[derived] two levels: up, over, down"},
              hops_between, 0, 64);
  }
};

}  // namespace headrace
