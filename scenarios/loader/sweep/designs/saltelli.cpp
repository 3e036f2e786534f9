#include "scenarios/loader/sweep/designs/design.h"
#include "scenarios/loader/sweep/designs/sobol.h"
#include "sim/random.h"

namespace headrace {

// Counts the points, for each base point a row: A, A with one axis after the other from B, B. Both are halves
// of one Sobol sequence of twice as many dimensions.
std::int64_t saltelli_size(const DesignSetting& setting) {
  return setting.points * (static_cast<std::int64_t>(setting.names.size()) + 2);
}

void place_of_saltelli(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  const std::size_t axes = shares.size();
  const auto in_row = static_cast<std::size_t>(point) % (axes + 2);
  std::vector<std::uint64_t> shifts;
  for (const char* half : {"a/", "b/"}) {
    for (const std::string& name : setting.names)
      shifts.push_back(RandomStream(setting.seed, "sweep/saltelli/" + (half + name)).bits());
  }
  std::vector<double> both(2 * axes);
  sobol_point(point / static_cast<std::int64_t>(axes + 2), shifts, both);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const bool from_b = in_row == axes + 1 || in_row == axis + 1;
    shares[axis] = both[from_b ? axes + axis : axis];
  }
}

}  // namespace headrace
