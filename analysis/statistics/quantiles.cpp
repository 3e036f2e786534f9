#include "analysis/statistics/quantiles.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cstddef>
#include <numeric>
#include <vector>

#include "sim/check.h"

namespace headrace {

double median_of(std::span<const double> values) {
  HEADRACE_CHECK(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  return boost::math::statistics::median(sorted);
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share) {
  HEADRACE_CHECK(!values.empty() && values.size() == weights.size());
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  // A sum of weights that is a rounding error short of the share is the share.
  constexpr double kRounding = 1e-12;
  double left = std::accumulate(weights.begin(), weights.end(), 0.0) * (share - kRounding);
  for (const std::size_t i : order) {
    left -= weights[i];
    if (left <= 0) return values[i];
  }
  return values[order.back()];
}

}  // namespace headrace
