#include "analysis/statistics/percentiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "analysis/statistics/distributions.h"
#include "sim/check.h"

namespace headrace {

namespace {

struct Owned {
  double value = 0;
  std::size_t replication = 0;
};

// The rank, between whole ones too, of which the value lies below the true percentile with that
// probability; below 1 or above n there is none.
double rank_below(double n, double share, double probability) {
  double least = 0, greatest = n + 1;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double rank = (least + greatest) / 2;
    (beta_probability(rank, n + 1 - rank, share) > probability ? least : greatest) = rank;
  }
  return (least + greatest) / 2;
}

double at_rank(const std::vector<double>& sorted, double rank) {
  const auto below = static_cast<std::size_t>(rank);
  const double part = rank - static_cast<double>(below);
  const double value = sorted[below - 1];
  return part == 0 ? value : value + part * (sorted[below] - value);
}

std::vector<Owned> pool(std::span<const std::vector<double>> replications) {
  std::vector<Owned> pooled;
  for (std::size_t r = 0; r < replications.size(); ++r) {
    HEADRACE_CHECK(!replications[r].empty());
    for (const double value : replications[r]) pooled.push_back({value, r});
  }
  std::sort(pooled.begin(), pooled.end(), [](const Owned& a, const Owned& b) {
    return std::pair(a.value, a.replication) < std::pair(b.value, b.replication);
  });
  return pooled;
}

// Walked from the nearer end: of a p99 a hundredth of the values is looked at.
double weighted_percentile(const std::vector<Owned>& sorted, std::span<const std::int64_t> times,
                           std::int64_t total, double share) {
  const auto rank = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(total) * (1 - 1e-12))));
  if (2 * rank <= total) {
    std::int64_t passed = 0;
    for (const Owned& one : sorted) {
      passed += times[one.replication];
      if (passed >= rank) return one.value;
    }
  }
  std::int64_t above = total;
  for (std::size_t i = sorted.size(); i-- > 0;) {
    above -= times[sorted[i].replication];
    if (above < rank) return sorted[i].value;
  }
  return sorted.front().value;
}

}  // namespace

double percentile_of(std::span<const double> sorted, double share) {
  HEADRACE_CHECK(!sorted.empty());
  // What rounds to a whole rank is that rank: 0.07 of 100 values are 7, not 8.
  const double rank = std::ceil(share * static_cast<double>(sorted.size()) * (1 - 1e-12));
  return sorted[std::min(static_cast<std::size_t>(std::max(rank, 1.0)), sorted.size()) - 1];
}

Estimate percentile_interval(std::span<const double> values, double share, double confidence) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double n = static_cast<double>(sorted.size());
  const double cut = (1 - confidence) / 2;
  const double low = rank_below(n, share, 1 - cut);
  const double high = rank_below(n, share, cut);
  constexpr double kNone = std::numeric_limits<double>::infinity();
  return {percentile_of(sorted, share), low < 1 ? -kNone : at_rank(sorted, low),
          high > n ? kNone : at_rank(sorted, high)};
}

Estimate pooled_percentile_interval(std::span<const std::vector<double>> replications, double share,
                                    const BootstrapPlan& plan) {
  const std::vector<Owned> sorted = pool(replications);
  const auto statistic = [&](std::span<const std::int64_t> times) {
    std::int64_t total = 0;
    for (std::size_t r = 0; r < replications.size(); ++r)
      total += times[r] * static_cast<std::int64_t>(replications[r].size());
    return weighted_percentile(sorted, times, total, share);
  };
  return bootstrap(replications.size(), statistic, plan);
}

}  // namespace headrace
