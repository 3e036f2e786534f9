// Node: a compute node: cores, memory bus, network port, accelerators.
//
// Work on a core holds the core for its whole span; a copy or a decode also
// moves bytes over the memory bus, which all cores share equally. Leaves out
// SMT, NUMA and processor caches.
#pragma once

#include <cstdint>

#include "models/fields.h"
#include "models/hardware/network.h"
#include "models/io.h"
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

  // One thread's work: at least `span` on a core, and `moved` bytes over the memory bus.
  Task<> work(Duration span, Bytes moved);

  // Shares of the run so far.
  double cores_utilisation() const { return cores_busy_.mean(sim_.now()) / static_cast<double>(core_count_); }
  double memory_utilisation() const;

 private:
  class BusyCore;

  NodeId id_;
  Simulation& sim_;
  std::int64_t core_count_;
  PortId port_;
  Resource cores_;
  Link memory_bus_;
  std::int64_t busy_ = 0;
  Gauge& cores_busy_;
};

}  // namespace headrace
