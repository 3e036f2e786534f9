// Oss: an object storage server with its targets. A scheduler says which bulk
// request starts next; it holds one of the server's threads while its target's
// device works. Lock and glimpse requests have threads of their own that never
// run out. Where bulk data moves by flows, a read's or write's bytes cross ports
// and device at once, and its thread and its place at the device are held until
// they have. A read of what its cache holds (server_cache.h) needs no device.
// Leaves out journal commits.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/hardware/device.h"
#include "models/scheduler/gate.h"
#include "models/storage/file_sets.h"
#include "models/storage/lustre/lustre_spec.h"
#include "models/storage/lustre/routers.h"
#include "models/storage/lustre/rpc.h"
#include "models/storage/lustre/server_cache.h"
#include "models/storage/server/extent_locks.h"
#include "models/storage/server/outages.h"

namespace headrace {

// Ost: a target's drives, and what it adds to them.
struct Ost {
  Ost(Scope scope, const OstSpec& spec)
      : device(scope.part("device"), spec.device),
        service(scope.random("service")),
        part(scope.blamed("service")),
        read(scope.counter("bytes_read", Unit::bytes)),
        written(scope.counter("bytes_written", Unit::bytes)) {}

  // Returns the bandwidth at the present speed of its drives.
  Bandwidth bandwidth(Device::Kind kind) const {
    return device.drives().bandwidth(kind) * device.speed().share();
  }
  Bandwidth greatest_bandwidth() const {
    return std::max(bandwidth(Device::Kind::read), bandwidth(Device::Kind::write));
  }

  Device device;
  RandomStream service;
  PartId part;
  Counter &read, &written;

  // Links of a target in a run with flows. The path is what reads and writes have together; the slots are
  // what ranges could have if they were as many requests as they stand for.
  struct Links {
    LinkId read{}, write{}, path{};
    std::optional<LinkId> read_slots, write_slots;
  } links;
  std::int32_t number = 0;  // In the file system.
  std::vector<Rpc*> moving;
  std::int64_t writing = 0;  // Of those.
  bool looking = false;      // At their rates, soon.
  Bandwidth mixture;         // The capacity of the path.
};

class Oss {
 public:
  Oss(Scope scope, const OssSpec& spec, const OstSpec& ost, Network& network, const FileSets& sets);

  // The target's number in the whole file system.
  void add_target(Scope scope, std::int32_t number);
  // Allows ranges of such clients, in a run with flows.
  void allow_ranges(const LustreClientSpec& client);

  PortId port() const { return port_; }
  const Ost& target(std::int32_t number) const { return targets_[index_of(number)]; }
  Ost& target(std::int32_t number) { return targets_[index_of(number)]; }
  // Notes the outages of a run, from the first one on. The number is the server's own.
  void note_outages(Outages& outages, std::size_t number) {
    outages_ = &outages;
    number_ = number;
  }
  void route_through(Routers& routers) { routers_ = &routers; }
  // Forgets the pages of a server that went down, and its memory with it.
  void forget_pages() {
    if (cache_) cache_->clear();
  }
  // Serves a target of another server as well.
  void adopt(std::int32_t number, Ost& target) { adopted_[number] = &target; }

  void lock_through(ExtentLocks& locks) { locks_ = &locks; }
  // Answers a request for a lock that is granted now.
  void granted(Rpc& rpc) { reply(rpc); }

  // The request is here, with all of its data when it writes.
  void arrive(Rpc& rpc);

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.threads); }

  // Returns what RequestGate::held_back() does.
  double held_back() const { return gate_ ? gate_->held_back() : 0; }

  // Empty when every bulk request that came is answered, waits or is worked on.
  std::string imbalance() const;

 private:
  void serve(ScheduledRequest& request);
  void finish_bulk(Rpc& rpc);
  void reply(Rpc& rpc);
  void serve_lock(Rpc& rpc);
  void serve_from_memory(Rpc& rpc);
  void serve_flow(Rpc& rpc, const DriveAccess& access);
  void ready(Rpc& rpc);
  void move(Rpc& rpc, Bytes on_their_way);
  Duration first_piece_in(const Rpc& rpc);
  Activity what_bound(const Ost& target, const Rpc& rpc) const;
  void begin_moving(Ost& target, Rpc& rpc);
  void end_moving(Ost& target, Rpc& rpc);
  void look_soon(Ost& target);
  void mix(std::uint64_t index);
  void speed_changed(std::uint64_t index);
  void move_next(Lane& lane);
  void moved(Rpc& rpc);
  RequestGate& gate();
  void drop(Rpc& rpc);
  void lose(Rpc& rpc);
  Ost& target_of(const Rpc& rpc);
  Bandwidth rate_of(std::int64_t places, const Ost& target, Device::Kind kind) const;
  std::size_t index_of(std::int32_t number) const;

  Simulation& sim_;
  OssSpec spec_;
  OstSpec ost_;
  Network& network_;
  PortId port_;
  std::vector<std::int32_t> numbers_;
  std::deque<Ost> targets_;
  std::optional<LinkId> range_threads_[2];  // Of reads and of writes, likewise.
  Bytes range_request_;                     // As long are the requests for which ranges stand.
  Bandwidth copied_in_;                     // So fast is a row copied of which a range is a piece.
  const FileSets& sets_;
  RandomStream scheduling_;
  std::optional<ServerCache> cache_;
  std::optional<RequestGate> gate_;  // Made with the first request: only then all jobs are known.
  std::int64_t arrived_ = 0, answered_ = 0;
  ExtentLocks* locks_ = nullptr;
  Outages* outages_ = nullptr;  // Null in a run without.
  Routers* routers_ = nullptr;  // Likewise.
  std::size_t number_ = 0;
  std::map<std::int32_t, Ost*> adopted_;  // By number; known for good, once a failover brought them.
  Gauge& busy_;
};

}  // namespace headrace
