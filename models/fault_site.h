// FaultSite: a machine, or the servers of one store, as faults and background load see them.
#pragma once

#include <cstdint>
#include <optional>

#include "models/place.h"
#include "models/speed.h"

namespace headrace {

// Side of a part that has a speed: the drives of a target, the threads of a metadata server or the cores of a
// node; its network port; what the disks of an array have left beside a rebuild; the drives of a node's own
// file system.
enum class Aspect : std::uint8_t { work, port, array, drives };

// A server or a target is gone: nothing that is there or comes there is answered. Of a node nothing counts:
// what runs there ends.
struct Outage {
  Duration rpc_timeout;                   // Then a client notices, …
  Duration reconnect_interval;            // … and tries as often to find it again.
  std::optional<Duration> failover_time;  // Then another server has its targets.
};

class FaultSite {
 public:
  virtual ~FaultSite() = default;
  // The place exists and has such a speed.
  virtual Speed& speed(const Place& place, Aspect aspect) = 0;
  // May go down several times at once: then it comes up as often.
  virtual void goes_down(const Place& place, const Outage& outage) = 0;
  virtual void comes_up(const Place& place) = 0;
};

}  // namespace headrace
