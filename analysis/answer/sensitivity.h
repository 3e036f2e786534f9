// Sensitivity: which axes of a sweep matter, where its design can say so.
//
//   morris          mu* and sigma: by how much the figure changes when one axis is moved over its range
//   saltelli        first and total: the share of the figure's variance that is due to an axis
//   one_at_a_time   elasticity: by how many percent the figure grows when the axis grows by one percent,
//                   from its least value to its greatest, the others as the scenario has them
//   grid            range: how far apart the means of an axis' values lie, over all values of the others; and
//                   the elasticity from the mean at its least value to that at its greatest, of a quantity
//
// Ranks axes by the figures of points. Estimators: statistics/morris.h, sobol_indices.h, elasticity.h.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "analysis/answer/sweep_answer.h"
#include "analysis/statistics/bootstrap.h"

namespace headrace {

struct AxisEffect {
  std::size_t headline = 0, axis = 0;  // Of the answer, and of the sweep.
  std::vector<std::pair<std::string, Estimate>> measures;
};

// Nothing where the design says nothing of it, or points that it needs have not come to their end.
std::vector<AxisEffect> sensitivity_of(const Sweep& sweep, const SweepAnswer& answer);

// "cache.policy matters most: 4.62 between its values, of 49.1 in the mean"; empty of other designs than a
// grid.
std::string sensitivity_sentence(const SweepAnswer& answer, const std::vector<AxisEffect>& effects);
std::string sensitivity_table(const SweepAnswer& answer, const std::vector<AxisEffect>& effects);
// Makes the table for programs: by figure, then by the path of the axis.
nlohmann::ordered_json sensitivity_tree(const Sweep& sweep, const SweepAnswer& answer,
                                        const std::vector<AxisEffect>& effects);

}  // namespace headrace
