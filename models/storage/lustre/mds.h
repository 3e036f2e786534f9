// Mds: a metadata server: requests wait for one of its threads, first come
// first served, and take the time of their kind; what answers them takes a
// latency more that holds no thread. A create or unlink first has its directory
// to itself for a while. An fsync forces the journal: one commit at a time is
// under way, and who comes meanwhile shares the next. Leaves out the device
// below, and that a directory's lock is held by one who has a thread.
#pragma once

#include <unordered_map>

#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/rpc.h"

namespace headrace {

class Mds {
 public:
  Mds(Scope scope, const MdsSpec& spec, Network& network);

  PortId port() const { return port_; }
  // The request's last byte is here.
  static void arrive(void* mds, std::uint64_t rpc);

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.threads); }

 private:
  static void locked(void* mds, std::uint64_t rpc);
  static void finish(void* mds, std::uint64_t rpc);
  static void reply(void* mds, std::uint64_t rpc);
  static void committed(void* mds, std::uint64_t);
  void enter_directory(Rpc& rpc);
  void lock_directory(Rpc& rpc);
  void enter(Rpc& rpc);
  void serve(Rpc& rpc);
  void commit(Rpc& rpc);
  void commit_waiting();

  Simulation& sim_;
  MdsSpec spec_;
  Network& network_;
  PortId port_;
  RandomStream service_, latencies_, holds_;
  bool locks_directories_, has_latency_;
  std::unordered_map<std::uint64_t, RpcQueue> directories_;  // Who waits for one that is locked.
  RpcQueue committing_, next_commit_;
  std::int64_t working_ = 0;
  RpcQueue waiting_;
  Gauge& busy_;
  Counter& requests_;
};

}  // namespace headrace
