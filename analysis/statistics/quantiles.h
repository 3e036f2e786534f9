// Quantiles of a few values, where a histogram would be too coarse.
//
//   median_of({3, 1, 2})                                     // 2
//   weighted_quantile({1, 2, 9}, {0.5, 0.5, 1.0}, 0.5)       // 2: half of the weight is there or below
#pragma once

#include <span>

namespace headrace {

// Returns the middle value, or the mean of the two middle ones; of at least one value.
double median_of(std::span<const double> values);

// Returns the least value with at least that share of all weight at or below it. Weights are above zero.
double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share);

}  // namespace headrace
