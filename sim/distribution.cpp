#include "sim/distribution.h"

#include <cmath>
#include <limits>

#include "sim/random.h"

namespace headrace {

namespace {

constexpr double kPerSecond = 1e9;

// Rounds to whole nanoseconds; what is longer than time itself is as long as time.
Duration from_nanoseconds(double ns) {
  const double whole = std::floor(std::abs(ns) + 0.5);
  if (!(whole < static_cast<double>(std::numeric_limits<std::int64_t>::max()))) return Duration::max();
  return Duration::nanoseconds(static_cast<std::int64_t>(whole));
}

double lognormal(RandomStream& stream, double mean, double deviation) {
  const double ratio = deviation / mean;
  const double variance = std::log1p(ratio * ratio);  // Of the logarithm.
  return mean * std::exp(std::sqrt(variance) * stream.normal() - variance / 2);
}

double gamma(RandomStream& stream, double mean, double deviation) {
  const double scale = deviation * deviation / mean;
  return scale * stream.gamma(mean / scale);
}

}  // namespace

Duration Distribution::draw_random(RandomStream& stream) const {
  const auto m = static_cast<double>(mean.ns());
  const auto s = static_cast<double>(spread.ns());
  switch (law) {
    case Law::constant: return mean;
    case Law::exponential: return from_nanoseconds(m * stream.exponential());
    // These two are undefined without a spread or a mean, and constant in the limit.
    case Law::lognormal: return m == 0 || s == 0 ? mean : from_nanoseconds(lognormal(stream, m, s));
    case Law::gamma: return m == 0 || s == 0 ? mean : from_nanoseconds(gamma(stream, m, s));
    case Law::normal: return from_nanoseconds(m + s * stream.normal());
    case Law::uniform: return from_nanoseconds(m + s * (2 * stream.uniform() - 1));
    case Law::poisson:
      return from_nanoseconds(static_cast<double>(stream.poisson(m / kPerSecond)) * kPerSecond);
  }
  return mean;
}

}  // namespace headrace
