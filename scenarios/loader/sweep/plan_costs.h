// PlanCosts: what the designs of a plan cost: how many of a thing each has, and what one of them needs.
//
//   PlanCosts costs(spec, axes, scenario, places, problems);
//   costs.needs(design).price;
//
// A cost counts axes of the plan and numbers of its scenario by their paths, or the ends of them, and what
// one costs is said there or in the plan's price book. What is wrong is told in `problems`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/sweep/plan_spec.h"
#include "scenarios/loader/sweep/sweep.h"
#include "scenarios/loader/text/places.h"

namespace headrace {

// AxisName: the axis that a path, or the end of one, names: its own, or that of a part of the units it
// counts.
struct AxisName {
  std::size_t axis = 0;
  double each = 1;  // Of what is named, a step of the axis by 1: four servers a unit.
};
// `several` is set where the name is the end of more than one.
std::optional<AxisName> find_axis(const std::vector<SweepAxis>& axes, std::string_view name, bool& several);

class PlanCosts {
 public:
  PlanCosts(const PlanSpec& spec, const std::vector<SweepAxis>& axes, const Scenario& scenario,
            const Places& places, Problems& problems);

  PlanQuantities needs(const SweepPoint& design) const;

 private:
  class Reader;

  // A product of axes, of numbers of the scenario, and of words that an axis may have.
  struct Factor {
    std::optional<std::size_t> axis;
    double number = 1;                // With an axis: of what is counted, for each that its value counts.
    std::optional<std::string> word;  // 1 where the axis has it, else 0.
  };
  struct Cost {
    std::vector<Factor> factors;
    PlanQuantities each;
  };
  std::vector<Cost> costs_;
};

}  // namespace headrace
