// Mds: a metadata server: requests wait for one of its threads, first come
// first served, and take the time of their kind; what answers them takes a
// latency more that holds no thread. A create or unlink first has its directory
// to itself for a while. An fsync forces the journal: one commit at a time is
// under way, and who comes meanwhile shares the next. Bytes of files that lie on
// it (DoM) go through its device, without its threads; an open that asks for
// them waits for both. Leaves out the device below names, and that a
// directory's lock is held by one who has a thread.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/routers.h"
#include "models/storage/lustre/rpc.h"
#include "models/storage/server/outages.h"

namespace headrace {

class Mds {
 public:
  Mds(Scope scope, const MdsSpec& spec, Network& network);

  PortId port() const { return port_; }
  Speed& speed() { return speed_; }  // Of its threads.
  // Notes the outages of a run, from the first one on.
  void note_outages(Outages& outages, std::size_t number) {
    outages_ = &outages;
    number_ = number;
  }
  // Serves the names and bytes of another one as well: by its number, and as a target.
  void adopt(std::int32_t number, std::int32_t target, Mds& other) {
    adopted_[{true, number}] = adopted_[{false, target}] = &other;
  }
  void route_through(Routers& routers) { routers_ = &routers; }
  // Loses what waits here when the server goes down: nothing of it is answered.
  void lose_waiting();

  // The request's last byte is here.
  void arrive(Rpc& rpc);
  // Takes a request to a file's bytes in the same way.
  void arrive_data(Rpc& rpc);

  // Bytes of bulk requests that were answered.
  Bytes served_read() const { return served_read_; }
  Bytes served_written() const { return served_written_; }
  // Somebody asked for bytes.
  bool has_data() const { return data_.has_value(); }
  double device_utilisation() const { return data_->device.utilisation(); }

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.threads); }

 private:
  struct Data {
    Data(const Scope& scope, const MdsSpec& spec)
        : device(scope.part("device"), spec.device),
          service(scope.random("data")),
          read(scope.counter("bytes_read", Unit::bytes)),
          written(scope.counter("bytes_written", Unit::bytes)) {}
    Device device;
    RandomStream service;
    Counter &read, &written;
  };

  void locked(Rpc& rpc);
  void finish(Rpc& rpc);
  void answer(Rpc& rpc);
  void reply(Rpc& rpc);
  void committed();
  void enter_directory(Rpc& rpc);
  void lock_directory(Rpc& rpc);
  void enter(Rpc& rpc);
  void serve(Rpc& rpc);
  Data& data();
  Data& data_of(const Rpc& rpc);
  void access(const Rpc& rpc, Device::Kind kind, Duration overhead, Action done);
  void read_for_open(Rpc& rpc);
  void commit(Rpc& rpc);
  void commit_waiting();

  Scope scope_;
  Simulation& sim_;
  MdsSpec spec_;
  Network& network_;
  PortId port_;
  Speed speed_;
  RandomStream service_, latencies_, holds_;
  PartId metadata_;
  bool locks_directories_, has_latency_;
  std::unordered_map<std::uint64_t, RpcQueue> directories_;  // Who waits for one that is locked.
  RpcQueue committing_, next_commit_;
  std::optional<Data> data_;  // Made with the first request for it.
  Bytes served_read_, served_written_;
  std::int64_t working_ = 0;
  RpcQueue waiting_;
  Outages* outages_ = nullptr;                             // Null in a run without.
  std::size_t number_ = 0;                                 // Among the servers that can fail.
  std::map<std::pair<bool, std::int32_t>, Mds*> adopted_;  // By whether it is asked for names, and target.
  Routers* routers_ = nullptr;                             // Null where there are none.
  Gauge& busy_;
  Counter& requests_;
};

}  // namespace headrace
