#include "analysis/statistics/rank_correlation.h"

#include <cmath>  // Stands first: Boost's correlation_coefficient calls a sqrt that it does not include.

#include <algorithm>
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <vector>

#include "sim/check.h"

namespace headrace {

namespace {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<double> ranks;
  for (const double value : values) {
    double below = 0, equal = 0;
    for (const double other : values) {
      below += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    ranks.push_back(below + (equal + 1) / 2);
  }
  return ranks;
}

}  // namespace

std::optional<double> rank_correlation(std::span<const double> x, std::span<const double> y) {
  HEADRACE_CHECK(x.size() == y.size());
  if (x.size() < 3) return std::nullopt;
  const std::vector<double> first = ranks_of(x), second = ranks_of(y);
  const auto all_equal = [](std::span<const double> values) {
    return std::equal(values.begin() + 1, values.end(), values.begin());
  };
  if (all_equal(first) || all_equal(second)) return std::nullopt;
  return boost::math::statistics::correlation_coefficient(first, second);
}

}  // namespace headrace
