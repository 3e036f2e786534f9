#include "scenarios/loader/designs/design.h"

namespace headrace {

std::int64_t grid_size(const DesignSetting& setting);
void place_on_grid(const DesignSetting& setting, std::int64_t point, std::span<double> shares);

namespace {

constexpr Design kDesigns[] = {
    {"grid", "every combination of the values; the last axis changes fastest", false, false, false, grid_size,
     place_on_grid},
};

}  // namespace

std::span<const Design> designs() { return kDesigns; }

}  // namespace headrace
