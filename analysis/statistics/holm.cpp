#include "analysis/statistics/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace headrace {

std::vector<bool> holm(std::span<const double> probabilities, double alpha) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  std::vector<bool> passes(probabilities.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (probabilities[order[i]] > alpha / static_cast<double>(order.size() - i)) break;
    passes[order[i]] = true;
  }
  return passes;
}

}  // namespace headrace
