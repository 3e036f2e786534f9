#include <algorithm>

#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

std::int64_t one_at_a_time_size(const DesignSetting& setting) {
  std::int64_t size = 1;
  for (const std::int64_t values : setting.values) size += values;
  return size;
}

// First the scenario as it stands, then each value of the first axis, of the second, …
void place_one_at_a_time(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  std::fill(shares.begin(), shares.end(), kOfTheBase);
  std::int64_t value = point - 1;
  for (std::size_t axis = 0; axis < shares.size() && value >= 0; ++axis) {
    const std::int64_t values = setting.values[axis];
    if (value < values) shares[axis] = share_of(value, values);
    value -= values;
  }
}

}  // namespace headrace
