// Paired differences: two systems on the same draws, replication by replication.
//
// What chance does to both falls out of the difference of a pair. `variance_ratio`
// says how much of it: the variance of the differences over that of two sets of
// independent runs, 0.3 or less where common random numbers do their work, above
// 1 where they do harm.
#pragma once

#include <optional>
#include <span>

#include "analysis/statistics/spread.h"

namespace headrace {

struct PairedDifference {
  Spread first, second;
  Spread difference;  // Second less first, with the interval of its mean.
  // Second over first less one, in percent, pair by pair; of the pairs whose first is above zero.
  Spread percent;
  std::optional<double> variance_ratio;  // Nothing where neither varies, and of fewer than two pairs.

  // Returns whether there is an interval: several pairs whose differences are not all the same. Equal ones
  // have shown nothing of what chance does.
  bool has_interval() const { return difference.count > 1 && difference.stdev > 0; }
  // Returns how likely such a mean is where there is no difference, by Student's t; 1 without an interval.
  double probability() const;
};

// `second[i]` ran on the draws of `first[i]`.
PairedDifference paired_difference(std::span<const double> first, std::span<const double> second);

}  // namespace headrace
