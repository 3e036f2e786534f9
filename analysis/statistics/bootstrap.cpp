#include "analysis/statistics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "sim/check.h"
#include "sim/random.h"

namespace headrace {

namespace {

// Returns the share of draws to cut off at each end, for `items` in place of infinitely many.
double cut_off(std::size_t items, double confidence) {
  const double n = static_cast<double>(items);
  return normal_probability(std::sqrt(n / (n - 1)) * student_quantile((1 - confidence) / 2, n - 1));
}

// Interpolates between the draws that stand around the share.
double at_share(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() + 1) - 1;
  const double last = static_cast<double>(sorted.size() - 1);
  const double clamped = std::clamp(place, 0.0, last);
  const auto below = static_cast<std::size_t>(clamped);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = clamped - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

}  // namespace

Estimate bootstrap(std::size_t items, const WeightedStatistic& statistic, const BootstrapPlan& plan) {
  HEADRACE_CHECK(items > 0 && plan.draws > 0);
  std::vector<std::int64_t> times(items, 1);
  const double value = statistic(times);
  if (items < 2) return {value, value, value};
  const RandomStream stream(plan.seed, "bootstrap");
  std::vector<double> drawn;
  drawn.reserve(static_cast<std::size_t>(plan.draws));
  for (std::int64_t draw = 0; draw < plan.draws; ++draw) {
    RandomStream own = stream.at(static_cast<std::uint64_t>(draw));
    std::fill(times.begin(), times.end(), 0);
    for (std::size_t i = 0; i < items; ++i) ++times[own.below(items)];
    drawn.push_back(statistic(times));
  }
  std::sort(drawn.begin(), drawn.end());
  const double cut = cut_off(items, plan.confidence);
  return {value, at_share(drawn, cut), at_share(drawn, 1 - cut)};
}

}  // namespace headrace
