// Lnet: the way of messages from clients to servers under LNet's peer credits.
//
//   lnet.send(from, to, size, arrived);
//
// A node has at most so many messages on their way to one peer; what comes
// meanwhile waits, first come, first served. A credit is back when the message
// is there. Where there are routers (routers.h) messages go through them. Leaves
// out the credits of servers towards clients and those of a whole interface.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/hardware/network.h"
#include "models/storage/lustre/routers.h"
#include "sim/ring.h"

namespace headrace {

struct LnetSpec {
  std::int64_t peer_credits = 0;
  std::optional<RoutersSpec> routers;

  void visit(Fields& f) {
    f.integer({"peer_credits",
               "messages that a client has on their way to one server at once; 0: any number, where LNet's "
               "default is 8 [read]",
               "no limit by default [assumed]"},
              peer_credits, 0, 65'536);
    f.group(Field{"routers", "nodes that forward messages between clients and servers; without them, none"},
            routers);
  }
};

class Lnet {
 public:
  Lnet(Network& network, const LnetSpec& spec) : network_(network), credits_(spec.peer_credits) {}

  void send(PortId from, PortId to, Bytes size, Action arrived) {
    if (credits_ == 0 && routers_ == nullptr) return network_.send(from, to, size, arrived);
    if (credits_ == 0) return routers_->to_servers().send(from, to, size, arrived);
    send_with_credit(from, to, size, arrived);
  }
  void route_through(Routers& routers) { routers_ = &routers; }

  // Empty when nobody waits for a credit that is free.
  std::string imbalance() const;

 private:
  struct Peer {
    std::int64_t on_their_way = 0;
    Ring<std::uint32_t> waiting;
  };
  struct Message {
    Peer* peer = nullptr;
    PortId from = 0, to = 0;
    Bytes size;
    Action arrived;
  };
  void arrived(std::uint32_t slot);
  void send_with_credit(PortId from, PortId to, Bytes size, Action arrived);
  void start(std::uint32_t slot);

  Network& network_;
  Routers* routers_ = nullptr;  // Null where there are none.
  std::int64_t credits_;
  std::map<std::pair<PortId, PortId>, Peer> peers_;  // Whose addresses stay good.
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;
};

}  // namespace headrace
