#include "sim/random.h"
#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

std::int64_t sampled_size(const DesignSetting& setting) { return setting.points; }

void place_at_random(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  for (std::size_t axis = 0; axis < shares.size(); ++axis) {
    const RandomStream stream(setting.seed, "sweep/random/" + setting.names[axis]);
    shares[axis] = stream.at(static_cast<std::uint64_t>(point)).uniform();
  }
}

}  // namespace headrace
