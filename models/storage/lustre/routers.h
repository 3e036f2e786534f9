// Routers: nodes between the clients' network and the servers' that forward messages.
//
//   Routers routers(scope, spec, network);
//   routers.to_servers().send(from, to, size, arrived);
//
// Each message takes the next router in turn, and its turn among those that go
// the same way there: M/G/1 queues, one for each router and way. A router
// forwards a fragment (LNet's MTU) when it has all of it. Bulk data that moves by
// flows shares what all routers carry. Its owner sends both ways; the message
// crosses the ports of both ends as without routers. Leaves out routers that
// fail, their own credits and buffers, and that a request takes several of them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/hardware/network.h"
#include "models/hardware/pipe.h"
#include "sim/random.h"

namespace headrace {

struct RoutersSpec {
  std::int64_t count = 1;
  Bandwidth bandwidth = 9_GBps;
  Distribution overhead = Distribution(Law::exponential, 2_us);
  Duration latency = 2_us;

  void visit(Fields& f) {
    f.integer(required("count", "routers, which messages take in turn"), count, 1, 100'000);
    f.bandwidth({"bandwidth", "what one forwards, each way", "prior [assumed]: 8-10 GB/s"}, bandwidth);
    f.distribution({"overhead", "of forwarding a message, while others wait", "prior [assumed]"}, overhead);
    f.duration({"latency", "of the way beyond a router, one way, without queues",
                "prior [assumed]: as of the network"},
               latency, Duration(), 10_s);
  }
};

class Routers {
 public:
  static constexpr Bytes kFragment = 1_MiB;  // [read] LNet's MTU.

  // Way: one direction through all of them.
  class Way {
   public:
    Way(const Scope& scope, const RoutersSpec& spec, Network& network);
    Way(const Way&) = delete;
    Way& operator=(const Way&) = delete;

    void send(PortId from, PortId to, Bytes size, Action arrived);
    // Returns what all routers carry together, in a run with flows.
    LinkId link() const { return *link_; }
    double utilisation(std::size_t router) const;

   private:
    struct Message {
      PortId from = 0, to = 0;
      Bytes size;
      Action arrived;
    };
    void forwarded(std::uint32_t slot);
    Pipe& next_router();

    Simulation& sim_;
    Network& network_;
    Bandwidth bandwidth_;
    Distribution overhead_;
    Duration latency_;
    RandomStream overheads_;
    std::deque<Pipe> routers_;
    std::size_t turn_ = 0;
    std::optional<LinkId> link_;
    std::vector<Message> messages_;
    std::vector<std::uint32_t> free_;
  };

  Routers(const Scope& scope, const RoutersSpec& spec, Network& network);

  Way& to_servers() { return to_servers_; }
  Way& to_clients() { return to_clients_; }

  // How much longer a request and its answer take than without them, alone, where one of them carries so
  // much.
  Duration added(Bytes size, Bandwidth wire) const;
  // Share of the run, of the busier way.
  std::vector<double> utilisations() const;

 private:
  RoutersSpec spec_;
  Way to_servers_, to_clients_;
};

}  // namespace headrace
