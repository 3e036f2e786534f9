// Sobol: the points of a Sobol sequence, each axis with a digital shift of its own, which keeps how evenly
// the points lie and makes another sample of every seed.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace headrace {

// Coordinates of one point; `shifts` has one for each.
void sobol_point(std::int64_t point, std::span<const std::uint64_t> shifts, std::span<double> shares);

}  // namespace headrace
