#include "analysis/statistics/straight_line.h"

#include <boost/math/statistics/bivariate_statistics.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>

#include "sim/check.h"

namespace headrace {

std::optional<StraightLine> straight_line(std::span<const double> x, std::span<const double> y) {
  HEADRACE_CHECK(x.size() == y.size());
  if (x.empty()) return std::nullopt;
  const auto [middle, mean, together] = boost::math::statistics::means_and_covariance(x, y);
  const double apart = boost::math::statistics::variance(x.begin(), x.end());
  const double slope = apart > 0 ? together / apart : 0;
  return StraightLine{mean - slope * middle, slope};
}

}  // namespace headrace
