#include "analysis/statistics/elasticity.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "sim/check.h"

namespace headrace {

Spread elasticity(double low, double high, std::span<const double> at_low, std::span<const double> at_high) {
  HEADRACE_CHECK(0 < low && low < high && at_low.size() == at_high.size());
  const double step = std::log(high / low);
  std::vector<double> slopes;
  for (std::size_t i = 0; i < at_low.size(); ++i)
    if (at_low[i] > 0 && at_high[i] > 0) slopes.push_back(std::log(at_high[i] / at_low[i]) / step);
  return spread_of(slopes);
}

}  // namespace headrace
