#include "models/shuffle/randomness.h"

#include <cmath>
#include <numbers>

namespace headrace {

// Stirling's series: its first term left out is 1e-11 at 16.
double log_factorial(std::int64_t n) {
  constexpr std::int64_t kFew = 16;
  if (n < kFew) {
    double product = 1;
    for (std::int64_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
    return std::log(product);
  }
  const auto x = static_cast<double>(n);
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  const double series = inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
  return x * std::log(x) - x + std::log(2 * std::numbers::pi * x) / 2 + series;
}

double randomness(double log_orders, std::int64_t samples) {
  return samples < 2 ? 0 : log_orders / log_factorial(samples);
}

}  // namespace headrace
