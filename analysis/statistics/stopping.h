// Stopping: replications until the 95 % interval of a figure is narrow enough.
//
//   while (stopping_of(values, precision).go_on) values.push_back(figure of the next replication);
//
// Who stops as soon as the interval is narrow stops where the deviation happens
// to look small, and holds the truth too seldom: 90 % of the time when looked at
// from the third value on. So the first look is at the tenth value, and the
// interval must be narrow at five looks in a row: 94 % of normal values then, in
// the worst case. Of skewed values the interval itself holds less, stopped or not.
// A function of the values in their order alone: further ones change nothing.
#pragma once

#include <cstddef>
#include <span>

#include "analysis/statistics/spread.h"

namespace headrace {

inline constexpr std::size_t kFirstLook = 10;
inline constexpr std::size_t kNarrowLooks = 5;

struct Precision {
  double half_width = 0;  // Of the interval; the same unit as the figure, or a share of the mean.
  bool relative = false;
  std::size_t at_most = 64;
};

struct Stopping {
  bool go_on = true;
  bool narrow = false;   // Stopped as precise as was asked for, not at the most.
  std::size_t used = 0;  // Values that the answer is taken of, from the front: not what ran beyond the stop.
  std::size_t expected = 0;  // Values in all when it stops, by the deviation so far.
  Spread spread;             // Of those used.
};

Stopping stopping_of(std::span<const double> values, const Precision& precision);

}  // namespace headrace
