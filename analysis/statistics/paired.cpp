#include "analysis/statistics/paired.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "sim/check.h"

namespace headrace {

PairedDifference paired_difference(std::span<const double> first, std::span<const double> second) {
  HEADRACE_CHECK(first.size() == second.size());
  PairedDifference paired;
  std::vector<double> differences, percents;
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.push_back(second[i] - first[i]);
    if (first[i] > 0) percents.push_back(100 * (second[i] / first[i] - 1));
  }
  paired.first = spread_of(first);
  paired.second = spread_of(second);
  paired.difference = spread_of(differences);
  paired.percent = spread_of(percents);
  const auto variance = [](const Spread& spread) { return spread.stdev * spread.stdev; };
  const double independent = variance(paired.first) + variance(paired.second);
  if (independent > 0) paired.variance_ratio = variance(paired.difference) / independent;
  return paired;
}

double PairedDifference::probability() const {
  if (!has_interval()) return 1;
  const double count = static_cast<double>(difference.count);
  const double t = std::abs(difference.mean) / (difference.stdev / std::sqrt(count));
  return 2 * student_probability(-t, count - 1);
}

}  // namespace headrace
