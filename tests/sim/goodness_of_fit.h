// Tests of goodness of fit: Kolmogorov and Smirnov for what is continuous, chi-square for counts. Each gives
// the probability that draws of the law itself fit no better.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headrace {

// sqrt(n) times the greatest distance of the sample to the law; then Kolmogorov's 2 sum (-1)^(k-1)
// exp(-2 k^2 t^2), with Stephens's correction for n.
template <class Law>
double kolmogorov_smirnov(std::vector<double> sample, Law law) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = law(sample[i]);
    distance = std::max({distance, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  const double t = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * distance;
  if (t < 0.3) return 1;  // The series below needs many terms there, and is 1 to five digits.
  double sum = 0;
  for (int k = 1; k <= 100; ++k) sum += (k % 2 == 1 ? 1 : -1) * std::exp(-2.0 * k * k * t * t);
  return std::clamp(2 * sum, 0.0, 1.0);
}

// Of the counts against their expectations, each of which is at least 10. The number of classes is odd, so
// that the degrees of freedom, one less, are 2 m: then P(chi^2 > x) = exp(-x/2) sum of (x/2)^j / j! for j <
// m.
inline double chi_square(const std::vector<std::int64_t>& counts, const std::vector<double>& expected) {
  double x = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double gap = static_cast<double>(counts[i]) - expected[i];
    x += gap * gap / expected[i];
  }
  double term = -x / 2, sum = 0;  // In logarithms: exp(-x/2) alone would be none.
  for (std::size_t j = 0; j < (counts.size() - 1) / 2; ++j) {
    if (j > 0) term += std::log(x / 2) - std::log(static_cast<double>(j));
    sum += std::exp(term);
  }
  return sum;
}

// P(a, x), the law of gamma, for a whole or half a: from P(1, x) = 1 - exp(-x) or P(1/2, x) = erf(sqrt(x)) by
// P(a + 1, x) = P(a, x) - x^a exp(-x) / Gamma(a + 1).
inline double gamma_law(double shape, double x) {
  const bool whole = std::floor(shape) == shape;
  double a = whole ? 1 : 0.5;
  double p = whole ? 1 - std::exp(-x) : std::erf(std::sqrt(x));
  for (; a < shape; ++a) p -= std::exp(a * std::log(x) - x - std::lgamma(a + 1));
  return p;
}

inline double normal_law(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

}  // namespace headrace
