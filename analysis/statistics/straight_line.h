// StraightLine: the least squares fit of y = intercept + slope x.
//
//   straight_line(x, y)->at(2.0)
#pragma once

#include <optional>
#include <span>

namespace headrace {

struct StraightLine {
  double intercept = 0, slope = 0;

  double at(double x) const { return intercept + slope * x; }
};

// Fits points of equal number, of which one is enough: where all have the same x, the slope is 0. Returns
// nothing of no point.
std::optional<StraightLine> straight_line(std::span<const double> x, std::span<const double> y);

}  // namespace headrace
