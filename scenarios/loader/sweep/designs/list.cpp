#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

std::int64_t list_size(const DesignSetting& setting) { return setting.values.front(); }

void place_in_list(const DesignSetting& setting, std::int64_t point, std::span<double> shares) {
  for (std::size_t axis = 0; axis < shares.size(); ++axis)
    shares[axis] = share_of(point, setting.values[axis]);
}

}  // namespace headrace
