// Bootstrap: how far a figure would be off if the runs had been others like these.
//
//   bootstrap(runs.size(), weighted_mean);   // Of which run i was drawn times[i] times.
//
// Items (replications, rows of a design) are drawn with repetition, the
// statistic is taken of each draw, and the interval is where the middle of them
// lies. Percentiles of so few items are too narrow by sqrt((n - 1) / n) and by
// the normal law in place of Student's; the shares that are cut off are
// corrected for both (Hesterberg's expanded percentiles). Draw k is a function
// of the seed and of k alone. Items must be independent of each other: replications
// are, the requests within one are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace headrace {

struct Estimate {
  double value = 0;
  double low = 0;  // Where there is no interval, low and high are the value.
  double high = 0;
};

struct BootstrapPlan {
  std::uint64_t seed = 1;
  std::int64_t draws = 1999;
  double confidence = 0.95;
};

using WeightedStatistic = std::function<double(std::span<const std::int64_t> times)>;

Estimate bootstrap(std::size_t items, const WeightedStatistic& statistic, const BootstrapPlan& plan = {});

}  // namespace headrace
