// Sobol indices: how much of a figure's variance is due to which parameter.
//
// `first` is the share that goes when the axis is fixed, `total` the share that
// stays when all others are: total less first is interaction. Shares of axes that
// are independent and uniform over their ranges. Estimated after Saltelli 2010
// (first) and Jansen 1999 (total); an estimate may lie a little outside of [0, 1].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/statistics/bootstrap.h"

namespace headrace {

struct SobolIndex {
  Estimate first, total;
};

// Row j is the figures at j (axes + 2): of the point A_j, of A_j with axis i from B_j for each i, and of B_j.
// A row with a figure that is not a number is left out. Without two rows or any variance all is zero.
std::vector<SobolIndex> sobol_indices(std::size_t axes, std::span<const double> values,
                                      const BootstrapPlan& plan = {});

}  // namespace headrace
