#include "analysis/statistics/spread.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "sim/check.h"

namespace headrace {

namespace {

double sum_of_squares(std::span<const double> values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

}  // namespace

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double median_of(std::span<const double> values) {
  HEADRACE_CHECK(!values.empty());
  std::vector<double> sorted(values.begin(), values.end());
  return boost::math::statistics::median(sorted);
}

double population_stdev_of(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::sqrt(sum_of_squares(values, mean_of(values)) / static_cast<double>(values.size()));
}

Spread spread_of(std::span<const double> values) {
  Spread spread;
  if (values.empty()) return spread;
  spread.count = values.size();
  spread.mean = spread.low = spread.high = mean_of(values);
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  spread.least = *least;
  spread.greatest = *greatest;
  if (values.size() < 2) return spread;
  const double n = static_cast<double>(values.size());
  spread.stdev = std::sqrt(sum_of_squares(values, spread.mean) / (n - 1));
  const double half = student_quantile(0.975, n - 1) * spread.stdev / std::sqrt(n);
  spread.low = spread.mean - half;
  spread.high = spread.mean + half;
  return spread;
}

}  // namespace headrace
