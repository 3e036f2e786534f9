#include "scenarios/loader/sweep/designs/design.h"
#include "sim/random.h"

namespace headrace {

// Each axis is cut into as many parts as there are points, and each part is taken once, in an order of its
// own.
void place_in_latin_hypercube(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  const auto points = static_cast<std::uint64_t>(setting.points);
  const auto own = static_cast<std::uint64_t>(point);
  for (std::size_t axis = 0; axis < shares.size(); ++axis) {
    RandomStream stream(setting.seed, "sweep/latin_hypercube/" + setting.names[axis]);
    const KeyedPermutation order(points, stream.bits());
    const double within = stream.at(own).uniform();
    shares[axis] = (static_cast<double>(order(own)) + within) / static_cast<double>(points);
  }
}

}  // namespace headrace
