// Outages: which servers and targets of a store are down, and the requests that got no answer.
//
// A request that was at a server when it went down, or comes while it is, is lost: it was not executed, and
// keeps its place in its client's window. The client notices after the time-out, tries to connect again
// at intervals, and once the target is served sends again all that it left unanswered. Everything is known
// here, where the servers are, so that clients do nothing for it. What a server's drives were doing ends as
// it would have, for nobody. Left out: adaptive time-outs, the recovery window in which a server waits for
// all its clients, their eviction, a server that tells them when it is back, and copies of data elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/fault_site.h"
#include "models/storage/request/storage_request.h"
#include "sim/simulation.h"

namespace headrace {

class Outages {
 public:
  class Owner {
   public:
    virtual ~Owner() = default;
    // Returns the target that a request is for.
    virtual std::size_t target_of(const StorageRequest& request) const = 0;
    // Sends a request again, to the server that has its target now.
    virtual void resend(StorageRequest& request) = 0;
    // Lets the server know a target of another from now on.
    virtual void adopt(std::size_t target, std::size_t server) = 0;
  };
  // Layout of targets on servers. Servers of a group fail over among themselves; groups follow each other.
  struct Layout {
    std::vector<std::size_t> homes;   // Server of each target.
    std::vector<std::size_t> groups;  // Servers of each group.
  };
  Outages(Simulation& sim, Owner& owner, const Layout& layout);
  Outages(const Outages&) = delete;
  Outages& operator=(const Outages&) = delete;

  // Take a server down, with the targets that it has then, or a target alone; and bring them up. Each may go
  // down several times at once, and then comes up as often.
  void server_goes_down(std::size_t number, const Outage& outage);
  void server_comes_up(std::size_t number);
  void target_goes_down(std::size_t number, const Outage& outage);
  void target_comes_up(std::size_t number);

  // Returns the server that has a target now.
  std::size_t server_of(std::size_t target) const { return targets_[target].server; }
  // Takes a request that is here, at a server; false: it is lost, and kept.
  bool admit(StorageRequest& request, std::size_t server);
  // Says whether what a request was sent to went down since it was admitted.
  bool is_lost(const StorageRequest& request) const {
    return request.outages != targets_[owner_.target_of(request)].outages;
  }
  // Keeps it until its client sends it again.
  void lose(StorageRequest& request);

  std::int64_t unanswered() const { return unanswered_; }

 private:
  struct Target {
    std::size_t server = 0;     // Server that has it, …
    std::size_t home = 0;       // … and the one that should.
    std::uint32_t outages = 0;  // Outages so far.
    std::int64_t down = 0;      // Outages of its own under way.
  };
  struct Server {
    std::int64_t down = 0;
    std::size_t partner = 0;  // Server that takes its targets; itself: there is none.
    EventId failover;
    bool fails_over = false;  // Its partner takes its targets as soon as it can.
  };
  // Requests of one client at one target that have no answer.
  struct Unanswered {
    QueueOf<StorageRequest> lost;
    Time noticed = Time::never();
    EventId resend;
  };

  void resend(std::uint64_t connection);
  void fail_over(std::size_t server);

  static std::uint64_t connection(std::size_t target, NodeId client) {
    return (std::uint64_t{target} << 32) | static_cast<std::uint32_t>(client);
  }
  bool is_served(std::size_t target) const {
    return targets_[target].down == 0 && servers_[targets_[target].server].down == 0;
  }
  void move_to_partner(std::size_t server);
  void reconnect(std::size_t target);
  void expect(std::uint64_t connection, Unanswered& unanswered);

  Simulation& sim_;
  Owner& owner_;
  std::vector<Target> targets_;
  std::vector<Server> servers_;
  std::map<std::uint64_t, Unanswered> connections_;  // That left something unanswered.
  std::int64_t unanswered_ = 0;
  Outage last_;  // The time-outs of clients are those of the last one.
};

}  // namespace headrace
