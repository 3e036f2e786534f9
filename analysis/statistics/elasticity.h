// Elasticity: by how many percent a figure grows when a parameter grows by one percent.
//
//   elasticity(8, 16, at_8, at_16).mean     // 1: twice the targets, twice the figure. 0: they do not matter.
//
// d log figure / d log parameter, from runs at two values around the point of
// interest on the same draws: the error is of the second order in the step.
#pragma once

#include <span>

#include "analysis/statistics/spread.h"

namespace headrace {

// `at_high[i]` ran on the draws of `at_low[i]`; 0 < low < high. Pairs with a figure that is not above zero
// have no elasticity and do not count.
Spread elasticity(double low, double high, std::span<const double> at_low, std::span<const double> at_high);

}  // namespace headrace
