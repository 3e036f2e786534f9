// PlanSpace: the designs of a plan as a search sees them: points of a grid, with
// what each of them costs.
//
//   PlanSpace space(plan);
//   find_cheapest(space.problem(), space.options(), evaluator);
//   plan.designs().scenario(space.run(point * plan.situations() + situation));
//
// A point is one combination of the axes' values; not each of them is a design. Each design is run in each
// situation of the plan.
#pragma once

#include <vector>

#include "analysis/planning/cheapest.h"
#include "scenarios/loader/sweep/plan.h"

namespace headrace {

class PlanSpace {
 public:
  explicit PlanSpace(const Plan& plan);

  const SearchProblem& problem() const { return problem_; }
  SearchOptions options() const;
  // Lists designs by point, as planned; a point that is none has no parameters.
  const std::vector<SweepPoint>& designs() const { return designs_; }
  // Returns the point of the plan's sweep for a run of the evaluator (plan_evaluator.h).
  const SweepPoint& run(std::size_t run) const { return runs_[run]; }

 private:
  void take_designs();
  void take_needs();

  const Plan& plan_;
  SearchProblem problem_;
  std::vector<SweepPoint> designs_;
  std::vector<SweepPoint> runs_;  // By design and situation.
};

}  // namespace headrace
