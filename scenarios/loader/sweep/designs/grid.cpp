#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

// No more than one above kMostPoints is counted.
std::int64_t grid_size(const DesignSetting& setting) {
  std::int64_t size = 1;
  for (const std::int64_t values : setting.values) {
    if (values > kMostPoints / size) return kMostPoints + 1;
    size *= values;
  }
  return size;
}

void place_on_grid(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  for (std::size_t axis = shares.size(); axis-- > 0;) {
    const std::int64_t values = setting.values[axis];
    shares[axis] = share_of(point % values, values);
    point /= values;
  }
}

}  // namespace headrace
