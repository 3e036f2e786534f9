#include "analysis/run/plan_space.h"

#include <algorithm>
#include <limits>

namespace headrace {

namespace {

DesignSpace grid_of(const Plan& plan) {
  std::vector<PlanAxis> axes;
  for (const SweepAxis& axis : plan.designs().axes()) {
    PlanAxis own{axis.path, {}, AxisKind::ordered};
    for (std::size_t i = 0; i < axis.values.size(); ++i) own.coordinates.push_back(static_cast<double>(i));
    // Words have an order only where the plan says so.
    if (axis.numbers.empty() && !plan.more_is_better(axes.size())) own.kind = AxisKind::categorical;
    axes.push_back(std::move(own));
  }
  return DesignSpace(std::move(axes));
}

}  // namespace

PlanSpace::PlanSpace(const Plan& plan) : plan_(plan), problem_{grid_of(plan), {}, {}, {}} {
  take_designs();
  take_needs();
  Slopes slopes;
  for (std::size_t axis = 0; axis < problem_.space.axes().size(); ++axis)
    slopes.push_back(plan.more_is_better(axis) ? Slope::rising : Slope::unknown);
  problem_.slopes.assign(plan.targets().size(), slopes);
}

void PlanSpace::take_designs() {
  const Sweep& sweep = plan_.designs();
  designs_.resize(problem_.space.size());
  for (std::int64_t index = 0; index < sweep.size(); ++index) {
    SweepPoint design = sweep.point(index);
    std::vector<std::size_t> digits;
    for (std::size_t axis = 0; axis < design.parameters.size(); ++axis) {
      const std::vector<std::string>& values = sweep.axes()[axis].values;
      const auto at = std::find(values.begin(), values.end(), design.parameters[axis].value);
      digits.push_back(static_cast<std::size_t>(at - values.begin()));
    }
    designs_[problem_.space.point(digits)] = std::move(design);
  }
}

void PlanSpace::take_needs() {
  for (const SweepPoint& design : designs_) {
    const bool exists = !design.parameters.empty();
    const PlanQuantities needs = exists ? plan_.needs(design) : PlanQuantities();
    problem_.cost.push_back(exists ? needs.price : std::numeric_limits<double>::infinity());
    problem_.within_limits.push_back(exists && plan_.is_within_limits(needs));
  }
}

SearchOptions PlanSpace::options() const {
  const Scenario& base = plan_.designs().base();
  SearchOptions options;
  options.risk = plan_.spec().risk;
  options.replications = base.measure.replications;
  // Runs of a single replication count as exact: where it says nothing of noise, none is looked for.
  options.most_replications = options.replications == 1 ? 1 : plan_.spec().most_replications;
  options.most_designs = static_cast<std::size_t>(plan_.spec().most_designs);
  options.seed = static_cast<std::uint64_t>(base.seed);
  return options;
}

}  // namespace headrace
