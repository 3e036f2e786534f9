#include "analysis/statistics/morris.h"

#include <cmath>
#include <optional>

#include "analysis/statistics/spread.h"
#include "sim/check.h"

namespace headrace {

namespace {

std::optional<std::size_t> moved_axis(std::span<const double> from, std::span<const double> to) {
  std::optional<std::size_t> moved;
  for (std::size_t axis = 0; axis < from.size(); ++axis) {
    if (from[axis] == to[axis]) continue;
    HEADRACE_CHECK(!moved);
    moved = axis;
  }
  return moved;
}

MorrisEffect summary_of(const std::vector<double>& effects, const BootstrapPlan& plan) {
  MorrisEffect summary;
  summary.effects = effects.size();
  if (effects.empty()) return summary;
  const Spread spread = spread_of(effects);
  summary.mu = spread.mean;
  summary.sigma = spread.stdev;
  const auto mean_size = [&](std::span<const std::int64_t> times) {
    double sum = 0;
    for (std::size_t i = 0; i < effects.size(); ++i)
      sum += static_cast<double>(times[i]) * std::abs(effects[i]);
    return sum / static_cast<double>(effects.size());
  };
  summary.mu_star = bootstrap(effects.size(), mean_size, plan);
  return summary;
}

}  // namespace

std::vector<MorrisEffect> morris_effects(std::size_t axes, std::span<const double> coordinates,
                                         std::span<const double> values, const BootstrapPlan& plan) {
  HEADRACE_CHECK(axes > 0 && coordinates.size() == axes * values.size() && values.size() % (axes + 1) == 0);
  std::vector<std::vector<double>> effects(axes);
  for (std::size_t point = 1; point < values.size(); ++point) {
    if (point % (axes + 1) == 0) continue;  // The first of the next trajectory.
    const auto from = coordinates.subspan((point - 1) * axes, axes);
    const auto to = coordinates.subspan(point * axes, axes);
    const std::optional<std::size_t> axis = moved_axis(from, to);
    const double effect = axis ? (values[point] - values[point - 1]) / (to[*axis] - from[*axis]) : NAN;
    if (std::isfinite(effect)) effects[*axis].push_back(effect);
  }
  std::vector<MorrisEffect> summaries;
  for (const std::vector<double>& one : effects) summaries.push_back(summary_of(one, plan));
  return summaries;
}

}  // namespace headrace
