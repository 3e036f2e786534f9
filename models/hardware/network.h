// Network: ports joined by a fabric that is itself never the bottleneck.
//
// A message leaves its sender's port and enters its receiver's at their line
// rates, cut through: both are busy for size / rate, the later one decides. A
// port serves messages first come, first served in each direction, so many
// senders to one port queue there (incast without loss, as credits ensure).
// Leaves out topology and shared uplinks: every pair is one latency apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fields.h"
#include "models/hardware/pipe.h"
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

  void visit(Fields& f) {
    f.duration({"latency", "from port to port, one way, without queues",
                "prior [assumed]: Slingshot end to end 2 us"},
               latency, Duration(), 10_s);
  }
};

class Network {
 public:
  Network(Scope scope, const NetworkSpec& spec);

  // `name` is the owner's place in the model, such as "nodes/clients/0".
  PortId add_port(const std::string& name, const PortSpec& spec);

  // Sends a message; `arrived` runs when its last byte is there.
  void send(PortId from, PortId to, Bytes size, Action arrived);

  // Share of the run that a port sent or received.
  double sending(PortId port) const { return ports_[static_cast<std::size_t>(port)].out.utilisation(); }
  double receiving(PortId port) const { return ports_[static_cast<std::size_t>(port)].in.utilisation(); }

 private:
  struct Port {
    Pipe out, in;
  };
  // One that waits for its turn at its sender's port.
  struct Message {
    PortId to = 0;
    Bytes size;
    Action arrived;
  };
  static void leave(void* network, std::uint64_t message);

  void enter(const Message& message);

  Scope scope_;
  Simulation& sim_;
  Duration latency_;
  std::vector<Port> ports_;
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
};

}  // namespace headrace
