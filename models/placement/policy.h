// PlacementPolicy: on which OST the first stripe of a file lies.
//
// Files that are there before the run (data sets) are placed by number, new
// ones when they are created. A policy sees the load of targets as it was at
// the last sample, never as it is, and their free space as it is. A policy is
// one source in this folder and one line in policies.cpp.
#pragma once

#include <cstdint>
#include <span>

#include "models/io.h"
#include "models/registry.h"
#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

class PlacementPolicy {
 public:
  static constexpr std::string_view kMeaning = "on which target a file begins";
  struct Context {
    std::int64_t targets = 1;
    RandomStream random;
    std::span<const std::int64_t> free = {};  // Bytes on each target; empty where nobody counts them.
  };
  static PolicyTable<PlacementPolicy> table();

  virtual ~PlacementPolicy() = default;
  // The first target of a file that was there before the run: a function of its id alone.
  virtual std::int32_t existing(FileId file, std::int64_t stripe_count) const = 0;
  // The first target of a new file. `load` is bytes on their way to each target when last sampled.
  virtual std::int32_t created(FileId file, std::int64_t stripe_count,
                               std::span<const std::int64_t> load) = 0;
  // How old the load may be that created() sees; zero: it looks at none.
  virtual Duration sampled_every() const { return Duration(); }

 protected:
  // Returns the target that an allocator deals if it creates files in order.
  static std::int32_t in_turn(FileId file, std::int64_t stripe_count, std::int64_t targets) {
    return static_cast<std::int32_t>(file.index % targets * stripe_count % targets);
  }
};

}  // namespace headrace
