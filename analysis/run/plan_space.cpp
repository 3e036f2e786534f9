#include "analysis/run/plan_space.h"

#include <algorithm>
#include <limits>

namespace headrace {

namespace {

// Makes a grid of the axes that are designed; that of situations is none of them.
DesignSpace grid_of(const Plan& plan) {
  std::vector<PlanAxis> axes;
  const std::vector<SweepAxis>& all = plan.designs().axes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == plan.situation_axis()) continue;
    PlanAxis own{all[i].path, {}, AxisKind::ordered};
    for (std::size_t v = 0; v < all[i].values.size(); ++v) own.coordinates.push_back(static_cast<double>(v));
    // Words have an order only where the plan says so.
    if (all[i].numbers.empty() && !plan.more_is_better(i)) own.kind = AxisKind::categorical;
    axes.push_back(std::move(own));
  }
  return DesignSpace(std::move(axes));
}

std::size_t digit_of(const SweepAxis& axis, const std::string& value) {
  const auto at = std::find(axis.values.begin(), axis.values.end(), value);
  return static_cast<std::size_t>(at - axis.values.begin());
}

}  // namespace

PlanSpace::PlanSpace(const Plan& plan) : plan_(plan), problem_{grid_of(plan), {}, {}, {}} {
  take_designs();
  take_needs();
  Slopes slopes;
  for (std::size_t axis = 0; axis < plan.designs().axes().size(); ++axis)
    if (axis != plan.situation_axis())
      slopes.push_back(plan.more_is_better(axis) ? Slope::rising : Slope::unknown);
  problem_.slopes.assign(plan.targets().size(), slopes);
}

void PlanSpace::take_designs() {
  const Sweep& sweep = plan_.designs();
  const std::size_t situation_axis = plan_.situation_axis();
  designs_.resize(problem_.space.size());
  runs_.resize(problem_.space.size() * plan_.situations());
  for (std::int64_t index = 0; index < sweep.size(); ++index) {
    const SweepPoint run = sweep.point(index);
    std::vector<std::size_t> digits;
    std::size_t situation = 0;
    for (std::size_t axis = 0; axis < run.parameters.size(); ++axis) {
      const std::size_t digit = digit_of(sweep.axes()[axis], run.parameters[axis].value);
      if (axis == situation_axis)
        situation = digit;
      else
        digits.push_back(digit);
    }
    const std::size_t point = problem_.space.point(digits);
    if (situation == 0) designs_[point] = run;
    runs_[point * plan_.situations() + situation] = run;
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
  options.confirmations = plan_.spec().confirmations;
  // Runs of a single replication count as exact: where it says nothing of noise, none is looked for.
  const bool is_noisy = options.replications > 1 || options.confirmations > 0;
  options.most_replications = is_noisy ? plan_.spec().most_replications : 1;
  options.most_designs = static_cast<std::size_t>(plan_.spec().most_designs);
  options.seed = static_cast<std::uint64_t>(base.seed);
  return options;
}

}  // namespace headrace
