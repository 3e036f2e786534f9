// Drives: what an access costs the drives behind a target.
//
// Device (hardware/device.h) has the queue, the slots and the data path. A kind of drives says, for each
// access, how long it takes the data path, which serves one access after another, and how much longer it
// takes while others pass. Latency alone, throughput at depth and saturation follow from the two. A kind is
// one source in this folder and one line in kinds.cpp.
#pragma once

#include <cstdint>

#include "models/registry.h"
#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

struct DriveAccess {
  enum class Kind : std::uint8_t { read, write, commit };
  Kind kind = Kind::read;
  Bytes length;
  // Place of the access: bytes of one object lie one behind another, and two objects anywhere.
  std::uint64_t object = 0;
  Bytes offset;
};

class Drives {
 public:
  static constexpr std::string_view kMeaning = "what the drives are";
  struct Context {
    RandomStream random;
  };
  static PolicyTable<Drives> table();

  struct Cost {
    Duration on_path;
    Duration beside;
  };

  virtual ~Drives() = default;
  // `others` are at work beside it. Asked once for each access, in the order in which the path serves them.
  virtual Cost cost(const DriveAccess& access, std::int64_t others) = 0;
  // Accesses that are worked on at once.
  virtual std::int64_t parallelism() const = 0;
  // Tell what large accesses, each behind the last, move together, and how long a small one takes beside the
  // path: for a run in which bulk data moves by flows (models/fidelity.h).
  virtual Bandwidth bandwidth(DriveAccess::Kind kind) const = 0;
  virtual Duration latency(DriveAccess::Kind kind) const = 0;
  // Leaves accesses so much of its disks' time, while a rebuild takes the rest; false: it knows no rebuild.
  virtual bool leave(double share) { return static_cast<void>(share), false; }
};

}  // namespace headrace
