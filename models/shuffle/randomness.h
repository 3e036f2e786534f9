// Randomness: how much of a full shuffle's choice an order of samples keeps.
//
//   const double kept = randomness(policy.log_orders(), samples);
//
// A full shuffle may give any order of all samples to an epoch. Others may give
// fewer, once the epoch before is known: the logarithm of their number over
// that of all orders is 1 for a full shuffle and 0 where nothing is left to chance.
#pragma once

#include <cstdint>

namespace headrace {

// The natural logarithm of n!.
double log_factorial(std::int64_t n);

// 0 where there is nothing to choose.
double randomness(double log_orders, std::int64_t samples);

}  // namespace headrace
