// Node: a compute node: cores, memory bus, network port, accelerators.
//
// Work on a core holds the core for its whole span; a copy or a decode also
// moves bytes over the memory bus, which all cores share equally. Leaves out
// SMT, NUMA and processor caches.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/fields.h"
#include "models/hardware/network.h"
#include "models/io.h"
#include "sim/completion.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/scope.h"
#include "sim/task.h"

namespace headrace {

struct NodeSpec {
  std::int64_t count = 1;
  std::int64_t cores = 32;
  Bytes memory = 128_GiB;
  Bandwidth memory_bandwidth = 150_GBps;
  PortSpec nic;
  std::int64_t accelerators = 4;

  void visit(Fields& f) {
    f.integer(required("count", "nodes of this kind"), count, 1, 1'000'000);
    f.integer({"cores", "processor cores of a node", "prior [assumed]"}, cores, 1, 65'536);
    f.bytes({"memory", "main memory of a node", "prior [assumed]"}, memory, 1_MiB, 1024_TiB);
    f.bandwidth({"memory_bandwidth", "what the memory bus of a node moves, shared by its cores",
                 "prior [assumed]: 8 channels of DDR4-3200 at 0.73 of nominal"},
                memory_bandwidth);
    f.group(Field{"nic", "network ports of a node"}, nic);
    f.integer({"accelerators", "accelerators in a node", "prior [assumed]"}, accelerators, 0, 1024);
  }
};

class Node {
 public:
  Node(Scope scope, const NodeSpec& spec, Network& network, NodeId id);

  NodeId id() const { return id_; }
  PortId port() const { return port_; }
  Network& network() const { return network_; }

  // Of its cores.
  Speed& speed() { return speed_; }

  // One thread's work: at least `span` on a core, and `moved` bytes over the memory bus.
  Task<> work(Duration span, Bytes moved);

  // Ends when the last byte is at the other node. Sent in pieces, so that others' messages pass between them;
  // nothing is sent to itself.
  Task<> send(const Node& to, Bytes size);

  // Shares of the run so far.
  double cores_utilisation() const { return cores_busy_.mean(sim_.now()) / static_cast<double>(core_count_); }
  double memory_utilisation() const;

 private:
  class BusyCore;

  struct Sending {
    Signaller done;
    PortId to = 0;
    Bytes left;                  // Not yet handed to the network.
    std::int64_t in_flight = 0;  // Pieces.
  };
  static void piece_arrived(void* node, std::uint64_t slot);
  std::uint32_t begin_sending(PortId to, Bytes size, Signaller done);
  void send_pieces(std::uint32_t slot);

  NodeId id_;
  Simulation& sim_;
  Network& network_;
  std::int64_t core_count_;
  Speed speed_;
  PortId port_;
  Resource cores_;
  Link memory_bus_;
  std::int64_t busy_ = 0;
  Gauge& cores_busy_;
  std::deque<Sending> sendings_;
  std::vector<std::uint32_t> free_sendings_;
};

}  // namespace headrace
