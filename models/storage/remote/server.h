// Server: a server with a network port, threads and drives.
//
// A request that is here, with its data when it writes, waits until the
// scheduler gives it a thread; the thread works for the request's time and for
// as long as the drives take; then the answer leaves, with the data when it
// reads. What is there when the server goes down is lost (server/outages.h). What is left out of a store's
// servers, its own header says.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/hardware/device.h"
#include "models/scheduler/gate.h"
#include "models/storage/remote/transport.h"
#include "models/storage/server/outages.h"
#include "models/store_facts.h"

namespace headrace {

struct ServerSpec {
  std::int64_t count = 1;
  std::int64_t threads = 64;
  Chosen<RequestScheduler> scheduler;
  PortSpec nic;
  std::int64_t devices = 1;  // 0: what is behind the port is in the time of a request.
  DeviceSpec device;

  void visit(Fields& f) {
    f.integer({"count", "servers", "prior [assumed]"}, count, 1, 100'000);
    f.integer({"threads", "requests a server works on at once", "prior [assumed]"}, threads, 1, 65'536);
    f.group(Field{"scheduler", "which request a server takes next"}, scheduler);
    f.group(Field{"nic", "network ports of a server"}, nic);
    f.integer({"devices", "groups of drives behind a server", "prior [assumed]"}, devices, 1, 1024);
    f.group(Field{"device", "the drives of a group"}, device);
  }

  // Tells where faults can act: on each server, and on each group of drives.
  void tell(StoreFacts& facts) const {
    facts.set(Part::server, count);
    facts.set(Part::target, count * devices);
    if (devices > 0) facts.drives = device.drives.name();
  }
};

// Filter of requests: which are sent back at once, without being served.
class RequestFilter {
 public:
  virtual ~RequestFilter() = default;
  virtual bool refuses(const RemoteRequest& request, Time now) = 0;
};

// Maker that knows the scheduler of a server once its first request comes: only then all jobs are known.
class SchedulerMaker {
 public:
  virtual std::unique_ptr<RequestScheduler> make_scheduler() const = 0;
  virtual std::unique_ptr<RequestFilter> make_filter() const { return nullptr; }

 protected:
  ~SchedulerMaker() = default;
};

class Server {
 public:
  Server(Scope scope, const ServerSpec& spec, Network& network, Transport& transport,
         const SchedulerMaker& schedulers);

  PortId port() const { return port_; }
  void arrive(RemoteRequest& request);
  // Sends the answer to a request that was executed.
  void answer(RemoteRequest& request);

  // Returns its own drives of a target.
  Device& drives_of(std::size_t target) { return devices_[target % devices_.size()]; }
  // Notes the outages of a run, from the first one on, in which it is the server of this number.
  void note_outages(Outages& outages, std::size_t number) {
    outages_ = &outages;
    number_ = number;
  }
  // Serves a target of another server as well.
  void adopt(std::size_t target, Device& drives) { adopted_[target] = &drives; }

  // Mean share of its threads at work.
  double utilisation() const { return busy_.mean(sim_.now()) / static_cast<double>(threads_); }
  double held_back() const { return gate_ ? gate_->held_back() : 0; }
  const std::deque<Device>& devices() const { return devices_; }
  Bytes read() const { return Bytes::count(read_.value()); }
  Bytes written() const { return Bytes::count(written_.value()); }

  // Empty when every request that came is answered or executed, waits or is worked on.
  std::string imbalance() const;

 private:
  void serve(ScheduledRequest& scheduled);
  void work_on(RemoteRequest& request, Action end);
  void finish(RemoteRequest& request);
  void leave(RemoteRequest& request);
  void lose(RemoteRequest& request);
  bool is_lost(const RemoteRequest& request) const {
    return outages_ != nullptr && outages_->is_lost(request);
  }
  RequestGate& gate();
  void refuse(RemoteRequest& request);

  Simulation& sim_;
  std::int64_t threads_;
  Transport& transport_;
  const SchedulerMaker& schedulers_;
  PortId port_;
  std::deque<Device> devices_;
  RandomStream service_;
  PartId serves_;
  std::optional<RequestGate> gate_;
  std::unique_ptr<RequestFilter> filter_;  // Made with the gate; null: none.
  Outages* outages_ = nullptr;             // Null in a run without.
  std::size_t number_ = 0;
  std::map<std::size_t, Device*> adopted_;  // By target; known for good, once a failover brought them.
  std::int64_t arrived_ = 0, answered_ = 0;
  Gauge& busy_;
  Counter &requests_, &read_, &written_;
};

}  // namespace headrace
