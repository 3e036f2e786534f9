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

struct Distribution {
  Law law = Law::constant;
  Duration mean;  // uniform: the middle. poisson: the mean of a count of whole seconds, as numpy's.
  // Standard deviation; uniform: half the width. Unused by constant, exponential and poisson.
  Duration spread;

  constexpr Distribution() = default;
  constexpr Distribution(Duration always) : mean(always) {}  // NOLINT: a plain duration is a distribution.
  constexpr Distribution(Law l, Duration m, Duration s = {}) : law(l), mean(m), spread(s) {}

  Duration draw(RandomStream& stream) const { return law == Law::constant ? mean : draw_random(stream); }
  bool operator==(const Distribution&) const = default;

 private:
  Duration draw_random(RandomStream& stream) const;
};

}  // namespace headrace
