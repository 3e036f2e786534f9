#include "analysis/statistics/grouped.h"

#include <cmath>
#include <map>

#include "analysis/statistics/distributions.h"
#include "sim/check.h"

namespace headrace {

double GroupedSpread::quantile(double share) const {
  return mean + deviation * student_quantile(share, freedom);
}

double GroupedSpread::probability_above(double value) const {
  if (deviation == 0) return value <= mean ? 1 : 0;
  return 1 - student_probability((value - mean) / deviation, freedom);
}

std::optional<GroupedSpread> grouped_spread(std::span<const double> values,
                                            std::span<const std::string_view> groups) {
  HEADRACE_CHECK(values.size() == groups.size());
  std::map<std::string_view, double> sizes;
  for (const std::string_view group : groups) ++sizes[group];
  const auto count = static_cast<double>(sizes.size());
  if (count < 2) return std::nullopt;
  const auto weight = [&](std::size_t i) { return 1 / (sizes[groups[i]] * count); };
  GroupedSpread spread;
  for (std::size_t i = 0; i < values.size(); ++i) spread.mean += weight(i) * values[i];
  double variance = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    variance += weight(i) * (values[i] - spread.mean) * (values[i] - spread.mean);
  spread.freedom = count - 1;
  spread.deviation = std::sqrt(variance * count / spread.freedom * (1 + 1 / count));
  return spread;
}

}  // namespace headrace
