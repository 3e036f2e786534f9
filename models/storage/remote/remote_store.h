// RemoteStore: servers behind the network and the clients of the nodes: what
// stores of that shape have in common.
//
// A store gives its servers, how requests travel, and a RemoteClient that knows
// which requests an operation takes and where they go; the rest is here, and the
// account of every byte.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/storage/remote/remote_client.h"
#include "models/storage/remote/server.h"
#include "models/storage/request/waiting.h"

namespace headrace {

// How far away a store is, and how fast one connection to it is; nothing: as the ports are.
struct WaySpec {
  std::optional<Bandwidth> connection;
  Duration distance;  // One way, beyond the latency of the network.
};

class RemoteStore : public Store, private SchedulerMaker, private FaultSite, private Outages::Owner {
 public:
  FileSystem& client(const Host& host) override;

  std::int64_t servers() const { return spec_.count; }
  std::int64_t targets() const { return spec_.count * devices_of_server_; }
  std::int64_t server_of(std::int32_t target) const { return target / devices_of_server_; }
  const Server& server(std::int64_t number) const { return servers_[static_cast<std::size_t>(number)]; }
  std::int32_t job_of(FileId file) const { return sets_.job_of(file.set); }

  // Send a request on its way to the server of its target, and take it back at its client.
  void send(RemoteRequest& request);
  // Sends the answer to a request that was executed, from the server that has its target now.
  void answer(RemoteRequest& request) { serving(request.target).answer(request); }
  void returned(const RemoteRequest& request);
  // Notes that one more request that was refused rests, or one less.
  void note_resting(int change) { resting_.change(change, any_rests_, scope_.sim().now()); }
  // Send a request that was refused once more, or give it up.
  void send_again(RemoteRequest& request);
  void given_up(const RemoteRequest& request);
  // Returns where a request has been, for a trace.
  Trace::Places places_of(const RemoteRequest& request) const;

  std::vector<ResourceResult> resources(const std::string& name) const override;
  std::string imbalance() const override;
  FaultSite* fault_site() override { return this; }

 protected:
  // `servers` is what they are called, "heads".
  RemoteStore(const Context& context, const ServerSpec& spec, const WaySpec& way, std::string servers);

  virtual std::unique_ptr<RemoteClient> make_client(Scope scope, const Host& host) = 0;
  std::unique_ptr<RequestScheduler> make_scheduler() const override;
  // Sends a message without data from the server that has a target now to a client.
  void notify(PortId client, std::int32_t target, Action arrived) {
    network_.send(serving(target).port(), client, kRequestHeader, arrived);
  }
  ResourceResult ports(const std::string& name) const;
  ResourceResult windows(const std::string& name) const;
  ResourceResult schedulers(const std::string& name) const;
  // Returns the mean share of the run in which refused requests rested.
  double resting() const { return any_rests_.mean(scope_.sim().now()); }

 private:
  struct Traffic {
    Bytes sent, returned;
  };
  Traffic* traffic_of(const RemoteRequest& request);
  Speed& speed(const Place& place, Aspect aspect) override;
  void goes_down(const Place& place, const Outage& outage) override;
  void comes_up(const Place& place) override;
  std::size_t target_of(const StorageRequest& request) const override {
    return static_cast<std::size_t>(request.target);
  }
  void resend(StorageRequest& request) override { send_again(static_cast<RemoteRequest&>(request)); }
  void adopt(std::size_t target, std::size_t server) override;
  Server& serving(std::int32_t target) {
    const auto number = static_cast<std::size_t>(target);
    return servers_[outages_ == nullptr ? home_of(number) : outages_->server_of(number)];
  }
  Outages& outages();
  std::size_t home_of(std::size_t target) const {
    return static_cast<std::size_t>(server_of(static_cast<std::int32_t>(target)));
  }

  Scope scope_;
  Network& network_;
  const FileSets& sets_;
  ServerSpec spec_;
  std::string called_;
  std::int32_t devices_of_server_;
  Transport transport_;
  std::deque<Server> servers_;
  std::unique_ptr<Outages> outages_;  // From the first one on.
  Traffic reads_, writes_;
  std::int64_t under_way_ = 0;
  Waiting resting_;
  Gauge any_rests_;
  std::map<NodeId, std::unique_ptr<RemoteClient>> clients_;
};

}  // namespace headrace
