// Mds: a metadata server: requests wait for one of its threads, first come
// first served, and take the time of their kind. Leaves out directory locks,
// journal commits and the device below.
#pragma once

#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/outages.h"
#include "models/storage/lustre/rpc.h"

namespace headrace {

class Mds {
 public:
  Mds(Scope scope, const MdsSpec& spec, Network& network);

  PortId port() const { return port_; }
  Speed& speed() { return speed_; }  // Of its threads.
  // From the first outage of a run on.
  void note_outages(Outages& outages) { outages_ = &outages; }
  // It went down: nothing that waits here is answered.
  void lose_waiting();

  // The request's last byte is here.
  static void arrive(void* mds, std::uint64_t rpc);

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.threads); }

 private:
  static void finish(void* mds, std::uint64_t rpc);
  void serve(Rpc& rpc);
  const Distribution& cost(Rpc::Kind kind) const;

  Simulation& sim_;
  MdsSpec spec_;
  Network& network_;
  PortId port_;
  Speed speed_;
  RandomStream service_;
  std::int64_t working_ = 0;
  RpcQueue waiting_;
  Outages* outages_ = nullptr;  // Null in a run without.
  Gauge& busy_;
  Counter& requests_;
};

}  // namespace headrace
