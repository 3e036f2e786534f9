// Network: ports joined by a fabric.
//
// A message leaves its sender's port and enters its receiver's at their line
// rates, cut through: both are busy for size / rate, the later one decides. A
// port serves messages first come, first served in each direction, so many
// senders to one port queue there (incast without loss, as credits ensure).
// In a run with flows (models/fidelity.h) bulk data moves over links instead,
// all of it, so that it shares each port in each direction once and only once.
// A topology (hardware/topology) may put ports into groups: from one to another
// a message also takes the uplinks of both, in the same way as ports.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/fidelity.h"
#include "models/fields.h"
#include "models/hardware/pipe.h"
#include "models/hardware/topology/topology.h"
#include "models/resource_result.h"
#include "models/speed.h"
#include "sim/fair_network.h"
#include "sim/scope.h"

namespace headrace {

using PortId = std::int32_t;

struct PortSpec {
  std::int64_t ports = 1;
  Bandwidth bandwidth = Bandwidth::bytes_per_second(25e9);
  double efficiency = 0.94;

  Bandwidth usable() const { return bandwidth * (static_cast<double>(ports) * efficiency); }

  void visit(Fields& f) {
    f.integer({"ports", "ports of a node, used as one", "prior [assumed]"}, ports, 1, 64);
    f.bandwidth(
        {"bandwidth", "line rate of a port, each way", "prior [assumed]: HDR or Slingshot 200 Gbit/s"},
        bandwidth);
    f.number({"efficiency", "share of the line rate that carries payload",
              "prior [assumed]: 23-24 of 25 GB/s on HDR200"},
             efficiency, 0.01, 1.0);
  }
};

struct NetworkSpec {
  Duration latency = 2_us;
  Chosen<Topology> topology;

  void visit(Fields& f) {
    f.duration({"latency", "from port to port, one way, without queues",
                "prior [assumed]: Slingshot end to end 2 us"},
               latency, Duration(), 10_s);
    topology.visit(f, Field{"topology", Topology::kMeaning});
  }
};

class Network {
 public:
  Network(Scope scope, const NetworkSpec& spec, const FidelitySpec& fidelity = FidelitySpec());

  // `name` is the owner's place in the model, such as "nodes/clients/0".
  PortId add_port(const std::string& name, const PortSpec& spec);
  // Sets a place aside for a port that is added later, or never: it counts in its group. For a topology with
  // groups.
  void reserve_port(const std::string& name, const PortSpec& spec);

  // Sends a message; `arrived` runs when its last byte is there.
  void send(PortId from, PortId to, Bytes size, Action arrived);

  const FidelitySpec& fidelity() const { return fidelity_; }
  bool flows() const { return links_.has_value(); }

  // The rest is for a run with flows. Of two that wait for the same port, first come, first served, each gets
  // as much of it as it has bytes on their way: that is the weight of a flow, whatever its size.
  static std::int64_t weight_of(Bytes on_their_way);
  LinkId add_link(const std::string& name, Bandwidth capacity, PartId part) {
    return links_->add_link(name, capacity, part);
  }
  Bandwidth rate_of(std::uint32_t moving) const { return links_->rate(moving_[moving].flow); }
  // The full link that bounded what has just moved; nothing where its own path did.
  std::optional<LinkId> held_by(std::uint32_t moved) const { return moving_[moved].flow.held_by(); }
  void set_capacity(LinkId link, Bandwidth capacity) { links_->set_capacity(link, capacity); }
  // Moves bulk data from port to port and over some more links; `moved` runs when the last byte left, a
  // latency before it is there. Its number is good until then.
  std::uint32_t move(PortId from, PortId to, std::span<const LinkId> more, Bytes size,
                     const FairNetwork::Share& share, Action moved);

  Duration latency(PortId from, PortId to) const {
    return crosses(from, to) ? latency_ + further_ : latency_;
  }
  // Returns the speed of a port, both ways. What waits at it already passes as it would have.
  Speed& speed(PortId port);
  Bandwidth rate(PortId port) const { return port_at(port).out.rate(); }  // At its present speed.

  // Share of the run that a port sent or received.
  double sending(PortId port) const { return port_at(port).out.utilisation() + used(port_at(port).sent); }
  double receiving(PortId port) const {
    return port_at(port).in.utilisation() + used(port_at(port).received);
  }
  // Share of the run that all data over a link would have taken it alone. Without what is still moving.
  double used(LinkId link) const;
  // Tells whether the topology puts ports into groups.
  bool has_groups() const { return topology_->ports_per_group() > 0; }
  // Uplinks that carried something; none where the topology has no groups.
  std::vector<ResourceResult> resources() const;

 private:
  struct Port {
    Pipe out, in;
    Bandwidth rate;             // At full speed.
    LinkId sent{}, received{};  // In a run with flows.
    std::uint32_t group = 0;
  };
  // The way from some ports to all others, and back.
  struct Uplink {
    Pipe up, down;
    Bandwidth ports;            // Of its ports together.
    LinkId sent{}, received{};  // In a run with flows.
  };
  // Bulk data on its way.
  struct Moving {
    FairNetwork::Flow flow;
    PortId from = 0, to = 0;
    Bytes size;
    bool message = false;  // Nobody has yet counted in its latency.
    Action moved;
  };
  // Message that waits for its turn at its sender's port.
  struct Message {
    PortId to = 0;
    Bytes size;
    Action arrived;
  };
  // Message between two groups: it takes the way up, the way down and its receiver's port. `head` is when its
  // first byte is at what comes next, `tail` when its last one left what came before.
  enum class Stage : std::uint8_t { up, down, in };
  struct Crossing {
    PortId from = 0, to = 0;
    Stage next = Stage::up;
    Bytes size;
    Time head, tail;
    CauseId passed{};  // End of the turn that it passed last, where causes are noted.
    Action arrived;
  };
  void leave(std::uint32_t slot);
  void moved(std::uint32_t slot);
  void speed_changed(PortId number);

  void cross(std::uint32_t slot);

  std::uint32_t join_group(Bandwidth rate);
  void enter(const Message& message);
  void begin_crossing(PortId from, PortId to, Bytes size, Action arrived);
  void cross_next(std::uint32_t slot);
  // Note causes, in a run that does; apart, so that others are as fast as without them.
  void note_sent(PortId from, Bytes size);
  void note_leaving(EventId leaves, PortId from);
  void note_entered(EventId arrives, PortId to, Bytes size);
  void note_crossed(EventId arrives, const Crossing& message);
  bool crosses(PortId from, PortId to) const { return port_at(from).group != port_at(to).group; }
  std::uint32_t start_moving(PortId from, PortId to, std::span<const LinkId> more, Bytes size,
                             const FairNetwork::Share& share);
  const Port& port_at(PortId port) const { return ports_[static_cast<std::size_t>(port)]; }

  Scope scope_;
  Simulation& sim_;
  std::unique_ptr<Topology> topology_;
  Duration latency_;  // Within a group.
  Duration further_;  // From one to another.
  PartId latencies_;
  FidelitySpec fidelity_;
  std::vector<Port> ports_;
  std::vector<Uplink> uplinks_;  // By group.
  std::int64_t places_ = 0;      // Places in groups, taken or set aside.
  std::unordered_map<std::string, std::uint32_t>
      reserved_;                    // Groups of the ports that were set aside, by name.
  std::map<PortId, Speed> speeds_;  // Of those that were asked for.
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::vector<Crossing> crossings_;
  std::vector<std::uint32_t> free_crossings_;
  std::optional<FairNetwork> links_;
  std::deque<Moving> moving_;  // A flow stays where it is.
  std::vector<std::uint32_t> free_moving_;
};

}  // namespace headrace
