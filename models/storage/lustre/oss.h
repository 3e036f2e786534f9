// Oss: an object storage server with its targets. A bulk request holds one of
// the server's threads while its target's device works; lock and glimpse
// requests have threads of their own that never run out. Leaves out the server
// cache (off on flash), request schedulers and journal commits.
#pragma once

#include <deque>

#include "models/hardware/device.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/rpc.h"

namespace headrace {

// What an OST adds to its drives.
struct Ost {
  Ost(Scope scope, const OstSpec& spec)
      : device(scope.part("device"), spec.device),
        service(scope.random("service")),
        read(scope.counter("bytes_read", Unit::bytes)),
        written(scope.counter("bytes_written", Unit::bytes)) {}

  Device device;
  RandomStream service;
  Counter &read, &written;
};

class Oss {
 public:
  Oss(Scope scope, const OssSpec& spec, const OstSpec& ost, Network& network);

  // The target's number in the whole file system.
  void add_target(Scope scope, std::int32_t number);

  PortId port() const { return port_; }
  const Ost& target(std::int32_t number) const { return targets_[index_of(number)]; }
  // The request is here, with all of its data when it writes.
  static void arrive(void* oss, std::uint64_t rpc);

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.threads); }

 private:
  static void finish_bulk(void* oss, std::uint64_t rpc);
  static void reply(void* oss, std::uint64_t rpc);
  void serve(Rpc& rpc);
  std::size_t index_of(std::int32_t number) const;

  Simulation& sim_;
  OssSpec spec_;
  OstSpec ost_;
  Network& network_;
  PortId port_;
  std::vector<std::int32_t> numbers_;
  std::deque<Ost> targets_;
  std::int64_t working_ = 0;
  RpcQueue waiting_;
  Gauge& busy_;
};

}  // namespace headrace
