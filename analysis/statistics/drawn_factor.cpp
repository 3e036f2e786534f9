#include "analysis/statistics/drawn_factor.h"

#include <cmath>

#include "sim/random.h"

namespace headrace {

double drawn_factor(double factor, std::uint64_t seed, std::string_view name, std::uint64_t draw) {
  constexpr double kDeviations = 1.6448536269514722;  // Nine tenths of a normal law lie within them.
  RandomStream stream = RandomStream(seed, name).at(draw);
  return std::exp(std::log(factor) / kDeviations * stream.normal());
}

}  // namespace headrace
