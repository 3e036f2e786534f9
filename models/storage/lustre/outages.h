// Outages: which servers and targets of a Lustre are down, and the requests that got no answer. Servers are
// counted through: first those of objects, then those of metadata, which fail over among themselves.
//
// A request that was at a server when it went down, or comes while it is, is lost: it was not executed, and
// keeps its place in its client's window. The client notices after the RPC time-out, tries to connect again
// at intervals, and once the target is served sends again all that it left unanswered. Everything is known
// here, where the servers are, so that clients do nothing for it. What a server's drives were doing ends as
// it would have, for nobody. Left out: adaptive time-outs, the recovery window in which a server waits for
// all its clients, their eviction, and a server that tells them when it is back.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/fault_site.h"
#include "models/storage/lustre/rpc.h"
#include "sim/simulation.h"

namespace headrace {

class Outages {
 public:
  class Owner {
   public:
    virtual ~Owner() = default;
    // Sends a request again, to the server that has its target now.
    virtual void resend(Rpc& rpc) = 0;
    // Lets the server know a target of another from now on; behind the targets are the metadata servers' own.
    virtual void adopt(std::int32_t target, std::size_t server) = 0;
  };
  struct Counts {
    std::int64_t targets = 0, servers = 0, metadata_servers = 0;
  };
  Outages(Simulation& sim, Owner& owner, const Counts& counts);
  Outages(const Outages&) = delete;
  Outages& operator=(const Outages&) = delete;

  void goes_down(const Place& place, const Outage& outage);
  void comes_up(const Place& place);

  // The server that has a target, or the names of a metadata server, now.
  std::size_t server_of(std::int32_t target) const {
    return served_[static_cast<std::size_t>(target)].server;
  }
  std::size_t metadata_server_of(std::int32_t number) const {
    return served_[targets_ + static_cast<std::size_t>(number)].server - object_servers_;
  }
  // A request is here, at a server; false: it is lost, and kept.
  bool admit(Rpc& rpc, std::size_t server);
  // Says whether what a request was sent to went down since it was admitted.
  bool is_lost(const Rpc& rpc) const { return rpc.outages != served_[index_of(rpc)].outages; }
  // Keeps it until its client sends it again.
  void lose(Rpc& rpc);

  std::int64_t unanswered() const { return unanswered_; }

 private:
  // Served: what a client has a connection to: a target or a metadata server.
  struct Served {
    std::size_t server = 0;     // That has the target, …
    std::size_t home = 0;       // … and the one that should.
    std::uint32_t outages = 0;  // So far.
    std::int64_t down = 0;      // Outages of its own under way.
  };
  struct Server {
    std::int64_t down = 0;
    EventId failover;
    bool fails_over = false;  // Its partner takes its targets as soon as it can.
  };
  // Requests of one client at one target that have no answer.
  struct Unanswered {
    RpcQueue lost;
    Time noticed = Time::never();
    EventId resend;
  };

  void resend(std::uint64_t connection);
  void fail_over(std::size_t server);

  std::size_t index_of(const Rpc& rpc) const {
    return static_cast<std::size_t>(rpc.target) + (rpc.is_metadata() ? targets_ : 0);
  }
  // First targets, then metadata servers.
  static std::uint64_t connection(std::size_t index, NodeId client) {
    return (std::uint64_t{index} << 32) | static_cast<std::uint32_t>(client);
  }
  bool is_served(std::size_t index) const {
    return served_[index].down == 0 && servers_[served_[index].server].down == 0;
  }
  std::size_t partner_of(std::size_t server) const;
  bool has_partner(std::size_t server) const {
    return (server < object_servers_ ? object_servers_ : servers_.size() - object_servers_) > 1;
  }
  void server_goes_down(std::size_t server, const Outage& outage);
  void server_comes_up(std::size_t server);
  void move_to_partner(std::size_t server);
  void reconnect(std::size_t index);
  void expect(std::uint64_t connection, Unanswered& unanswered);

  Simulation& sim_;
  Owner& owner_;
  std::size_t targets_;
  std::size_t object_servers_;
  std::vector<Served> served_;
  std::vector<Server> servers_;
  std::map<std::uint64_t, Unanswered> connections_;  // That left something unanswered.
  std::int64_t unanswered_ = 0;
  Outage last_;  // The time-outs of clients are those of the last one.
};

}  // namespace headrace
