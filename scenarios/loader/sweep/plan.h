// Plan: the designs that a scenario's `plan:` chooses from, what each of them costs,
// and what it must reach.
//
//   PlanRead read = read_plan_file("sizing.yaml", {"plan.risk=0.01"});
//   if (!read.plan) fail(read.problems.text());
//   PlanQuantities needs = read.plan->needs(read.plan->designs().point(7));
//
// Everything that can be wrong is found here, with its place, before anything runs:
// costs of what is no number, targets on figures that the answer will not have,
// limits that no design meets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/sweep/plan_spec.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

// A product of axes, of numbers of the scenario, and of words that an axis may have.
struct PlanCount {
  struct Factor {
    std::optional<std::size_t> axis;
    double number = 1;                // Without an axis.
    std::optional<std::string> word;  // 1 where the axis has it, else 0.
  };
  std::vector<Factor> factors;
};

class Plan {
 public:
  Plan(PlanSpec spec, Sweep designs, std::vector<Assertion> targets, std::vector<PlanCount> counts,
       std::vector<bool> more_is_better)
      : spec_(std::move(spec)),
        designs_(std::move(designs)),
        targets_(std::move(targets)),
        counts_(std::move(counts)),
        more_is_better_(std::move(more_is_better)) {}

  const PlanSpec& spec() const { return spec_; }
  const Sweep& designs() const { return designs_; }
  const std::vector<Assertion>& targets() const { return targets_; }
  bool more_is_better(std::size_t axis) const { return more_is_better_[axis]; }

  PlanQuantities needs(const SweepPoint& design) const;
  bool is_within_limits(const PlanQuantities& needs) const;

 private:
  PlanSpec spec_;
  Sweep designs_;
  std::vector<Assertion> targets_;
  std::vector<PlanCount> counts_;  // One a cost.
  std::vector<bool> more_is_better_;
};

struct PlanRead {
  std::optional<Plan> plan;  // Absent when there are errors.
  Problems problems;
};

PlanRead read_plan_file(const std::string& path, const std::vector<std::string>& words = {});
PlanRead read_plan(std::string_view text, const std::string& file,
                   const std::vector<std::string>& words = {});

// The plan of a scenario that was read; nothing where there are errors, or no plan.
std::optional<Plan> plan_of(const MergedScenario& merged, MergedScenario::Read base,
                            const std::vector<std::string>& axes, Problems& problems);

}  // namespace headrace
