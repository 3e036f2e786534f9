#include "scenarios/loader/sweep/designs/design.h"
#include "sim/random.h"

namespace headrace {
namespace {

constexpr std::uint64_t kLevels = 4;  // Of each axis: 0, 1/3, 2/3, 1; a step moves by two of them.

}  // namespace

// Counts the points of trajectories that begin at a random level of each axis and then move one axis after
// the other, in random order: each trajectory has one point more than there are axes.
std::int64_t morris_size(const DesignSetting& setting) {
  return setting.points * (static_cast<std::int64_t>(setting.names.size()) + 1);
}

void place_of_morris(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  const auto axes = static_cast<std::uint64_t>(shares.size());
  const auto trajectory = static_cast<std::uint64_t>(point) / (axes + 1);
  const auto moved = static_cast<std::uint64_t>(point) % (axes + 1);
  const KeyedPermutation order(axes, RandomStream(setting.seed, "sweep/morris").at(trajectory).bits());
  for (std::size_t axis = 0; axis < shares.size(); ++axis) {
    RandomStream stream = RandomStream(setting.seed, "sweep/morris/" + setting.names[axis]).at(trajectory);
    const std::uint64_t low = stream.below(kLevels / 2);
    const bool begins_high = stream.below(2) == 1;
    const bool is_high = begins_high != (order(axis) < moved);
    shares[axis] = static_cast<double>(is_high ? low + kLevels / 2 : low) / (kLevels - 1);
  }
}

}  // namespace headrace
