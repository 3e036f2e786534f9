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

double gamma(RandomStream& stream, double mean, double deviation) {
  const double scale = deviation * deviation / mean;
  return scale * stream.gamma(mean / scale);
}

}  // namespace

// Makes a law. A lognormal of mean m and deviation s has a logarithm of variance v = log(1 + (s/m)^2) and of
// mean log m - v/2.
Distribution::Distribution(Law law, Duration mean, Duration spread)
    : law_(law), mean_(mean), spread_(spread) {
  if (law != Law::lognormal || mean == Duration()) return;
  const double ratio = static_cast<double>(spread.ns()) / static_cast<double>(mean.ns());
  const double variance = std::log1p(ratio * ratio);
  deviation_ = std::sqrt(variance);
  half_variance_ = variance / 2;
}

Duration Distribution::draw_random(RandomStream& stream) const {
  const auto m = static_cast<double>(mean_.ns());
  const auto s = static_cast<double>(spread_.ns());
  switch (law_) {
    case Law::constant: return mean_;
    case Law::exponential: return from_nanoseconds(m * stream.exponential());
    // These two are undefined without a spread or a mean, and constant in the limit.
    case Law::lognormal:
      if (m == 0 || s == 0) return mean_;
      return from_nanoseconds(m * std::exp(deviation_ * stream.normal() - half_variance_));
    case Law::gamma: return m == 0 || s == 0 ? mean_ : from_nanoseconds(gamma(stream, m, s));
    case Law::normal: return from_nanoseconds(m + s * stream.normal());
    case Law::uniform: return from_nanoseconds(m + s * (2 * stream.uniform() - 1));
    case Law::poisson:
      return from_nanoseconds(static_cast<double>(stream.poisson(m / kPerSecond)) * kPerSecond);
  }
  return mean_;
}

}  // namespace headrace
