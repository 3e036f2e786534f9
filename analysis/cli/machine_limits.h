// MachineLimits: how much wall time and memory a command may take.
//
//   MachineLimits limits(work.wall_limit, work.memory_limit);
//   if (limits.reached()) …stop, and say limits.which()…
//
// Both are the machine's matter and no part of a scenario: with them a result
// may be cut short anywhere, which its outcome says. Without them nothing is
// asked of the system.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "sim/units.h"

namespace headrace {

inline constexpr Duration kNoWallLimit = Duration::max();
inline constexpr Bytes kNoMemoryLimit = Bytes::count(std::numeric_limits<std::int64_t>::max());

// Returns the memory that the process takes; none where the system does not say.
Bytes resident_memory();
// Returns all the memory of the machine; 0 B where the system does not say.
Bytes memory_of_machine();

class MachineLimits {
 public:
  using WallClock = double (*)();  // Seconds from any start, never backwards.
  using MemoryInUse = Bytes (*)();

  // The time counts from here.
  MachineLimits(Duration wall, Bytes memory);
  MachineLimits(Duration wall, Bytes memory, WallClock clock, MemoryInUse in_use);

  bool reached();  // From then on for good.
  // "--wall-limit 60 s"; empty before one is reached.
  const std::string& which() const { return which_; }

 private:
  Duration wall_;
  Bytes memory_;
  WallClock clock_;
  MemoryInUse in_use_;
  double started_;
  double looked_ = -std::numeric_limits<double>::infinity();  // When the system was last asked.
  std::string which_;
};

}  // namespace headrace
