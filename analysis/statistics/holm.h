// Holm: which of several differences are clear, when each of them could be so by chance.
//
//   const std::vector<bool> clear = holm({0.001, 0.2, 0.02}, 0.05);   // true, false, true
//
// The least probability is held against alpha / n, the next against alpha / (n - 1), and so on until one
// fails: the chance that any of those without a true difference passes is alpha at most, however they depend
// on each other (S. Holm, "A simple sequentially rejective multiple test procedure", 1979).
#pragma once

#include <span>
#include <vector>

namespace headrace {

// Returns a flag for each probability, in their order.
std::vector<bool> holm(std::span<const double> probabilities, double alpha = 0.05);

}  // namespace headrace
