#include "analysis/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headrace {

namespace {

// Student's t, two-sided 95 %, for 1 to 30 degrees of freedom.
constexpr std::array<double, 30> kStudent95 = {
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
constexpr double kNormal95 = 1.959964;

double student_95(std::size_t degrees) {
  if (degrees <= kStudent95.size()) return kStudent95[degrees - 1];
  // The first terms of the expansion of t in 1 / degrees, right to 1e-4 from 31 degrees on.
  const double z = kNormal95;
  const double n = static_cast<double>(degrees);
  const double cube = z * z * z;
  return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n);
}

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
  const double half = student_95(values.size() - 1) * spread.stdev / std::sqrt(n);
  spread.low = spread.mean - half;
  spread.high = spread.mean + half;
  return spread;
}

}  // namespace headrace
