// Distribution: how long something takes, when that is not always the same.
//
//   Distribution latency{Law::lognormal, 80_us, 24_us};
//   co_await sim.delay(latency.draw(stream));
//
// A draw is never negative: laws that can go below zero are taken by absolute
// value, as DLIO does with its computation times. A constant draws nothing
// from the stream, so making a time constant changes no other draw.
#pragma once

#include <cstdint>

#include "sim/units.h"

namespace headrace {

class RandomStream;

enum class Law : std::uint8_t { constant, exponential, lognormal, normal, uniform, gamma, poisson };

class Distribution {
 public:
  constexpr Distribution() = default;
  constexpr Distribution(Duration always) : mean_(always) {}  // NOLINT: a plain duration is a distribution.
  Distribution(Law law, Duration mean, Duration spread = {});

  Law law() const { return law_; }
  // Returns the mean; of uniform, the middle; of poisson, the mean of a count of whole seconds, as numpy's.
  Duration mean() const { return mean_; }
  // Returns the standard deviation; of uniform, half the width. Unused by constant, exponential and poisson.
  Duration spread() const { return spread_; }

  Duration draw(RandomStream& stream) const { return law_ == Law::constant ? mean_ : draw_random(stream); }
  bool operator==(const Distribution&) const = default;

 private:
  Duration draw_random(RandomStream& stream) const;

  Law law_ = Law::constant;
  Duration mean_;
  Duration spread_;
  // Deviation of a lognormal's logarithm, and half of its square, which brings the mean to what it is: made
  // once, as logarithms and roots took a sixth of a draw.
  double deviation_ = 0;
  double half_variance_ = 0;
};

}  // namespace headrace
