// Morris: which parameters matter at all, from few runs.
//
// The elementary effect of an axis is the change of the figure over the change of
// the axis, whose range counts as one. mu* is the mean of their sizes: near zero,
// and the axis may be left as it is. sigma is their deviation: an axis whose effect
// hangs on its own value or on others.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/statistics/bootstrap.h"

namespace headrace {

struct MorrisEffect {
  double mu = 0;
  Estimate mu_star;
  double sigma = 0;
  std::size_t effects = 0;  // How many were taken, at most one a trajectory.
};

// Trajectory t is the points t (axes + 1) to t (axes + 1) + axes, each with at most one axis moved from the
// one before. `coordinates` holds for each point a place in [0, 1] on each axis, `values` its figure. A step
// between places that are the same, or from or to a figure that is not a number, gives no effect.
std::vector<MorrisEffect> morris_effects(std::size_t axes, std::span<const double> coordinates,
                                         std::span<const double> values, const BootstrapPlan& plan = {});

}  // namespace headrace
