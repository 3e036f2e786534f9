// Rank correlation: whether what one figure puts first the other does, too (Spearman's rho).
//
//   rank_correlation({1, 2, 3}, {10, 40, 90})   // 1: the same order
#pragma once

#include <optional>
#include <span>

namespace headrace {

// Returns -1 (opposite orders) to 1 (the same). Equal values share the mean of their ranks. Nothing of fewer
// than three pairs, or where all values of one side are equal.
std::optional<double> rank_correlation(std::span<const double> x, std::span<const double> y);

}  // namespace headrace
