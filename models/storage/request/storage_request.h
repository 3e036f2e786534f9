// StorageRequest: what each request to the servers of a store has, whatever its kind: its instants, where its
// answer goes, and which outages it has lived through. Each family of stores adds what its servers look at
// (Rpc of Lustre, RemoteRequest of the others). Records are pooled and queued through themselves.
//
//   PoolOf<Rpc> pool;
//   Rpc& rpc = pool.take();    // As new; its address is good until …
//   pool.give(rpc);
#pragma once

#include <cstdint>
#include <deque>

#include "models/hardware/network.h"
#include "models/scheduler/policy.h"
#include "sim/event_queue.h"

namespace headrace {

// Bytes that a request or an answer weighs beside its data. [assumed] A Lustre request with its LNet header
// is some hundred bytes; others are taken for as large.
inline constexpr Bytes kRequestHeader = 512_B;

// Reach of a lock that is asked for: widened as its store widens locks, exactly what is asked for, or all of
// the object for a group of clients that do not exclude each other.
enum class LockReach : std::uint8_t { widened, exact, group };

struct StorageRequest : ScheduledRequest {
  // Returns until when an outage holds up those who wait for its place.
  Time holds_up() const { return resent > blocked ? resent : blocked; }

  // Instants of its way: sent, at its server, at a thread there, and answered.
  Time sent, arrived, begun, served;
  Time resent;                // Instant of its last resending after an outage; zero: there was none.
  Time blocked;               // Instant until which an outage held up its window.
  std::uint32_t outages = 0;  // Outages of its target until that admitted it (server/outages.h).
  PortId reply_to = 0;
  Action replied;
  // Asks for a lock to write (server/extent_locks.h). Stands last, where fields of a family follow at once.
  bool exclusive = false;
  LockReach reach = LockReach::widened;  // Reach of that lock.
};

// Queue of requests, first come, first served.
template <class Request>
class QueueOf {
 public:
  bool empty() const { return queue_.empty(); }
  void push(Request& request) { queue_.push(request); }
  std::int64_t size() const { return queue_.size(); }
  Request& front() { return static_cast<Request&>(queue_.front()); }
  const Request& front() const { return static_cast<const Request&>(queue_.front()); }
  template <class Visit>
  void each(Visit visit) const {
    queue_.each([&](const ScheduledRequest& request) { visit(static_cast<const Request&>(request)); });
  }
  Request& pop() { return static_cast<Request&>(queue_.pop()); }

 private:
  RequestQueue queue_;
};

// Pool of records that are used again; the next one is the one used last.
template <class Request>
class PoolOf {
 public:
  Request& take() {
    if (free_.empty()) return records_.emplace_back();
    Request& request = free_.pop();
    request = Request();
    return request;
  }
  void give(Request& request) { free_.push(request); }
  std::int64_t taken() const { return static_cast<std::int64_t>(records_.size()) - free_.size(); }

 private:
  std::deque<Request> records_;  // A deque, so that addresses stay good.
  QueueOf<Request> free_;
};

}  // namespace headrace
