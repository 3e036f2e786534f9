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
#include "scenarios/loader/sweep/plan_costs.h"
#include "scenarios/loader/sweep/plan_spec.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

// PlanTarget: what a design must reach, as it is planned or in one of the plan's situations.
struct PlanTarget : Assertion {
  std::size_t situation = 0;  // 0: as planned; else the number of one, from 1.
};

class Plan {
 public:
  // The axis of the designs that says in which situation a run is, and its word for none.
  static constexpr const char* kSituation = "situation";
  static constexpr const char* kAsPlanned = "as_planned";

  Plan(PlanSpec spec, Sweep designs, std::vector<PlanTarget> targets, PlanCosts costs,
       std::vector<bool> more_is_better)
      : spec_(std::move(spec)),
        designs_(std::move(designs)),
        targets_(std::move(targets)),
        costs_(std::move(costs)),
        more_is_better_(std::move(more_is_better)) {}

  const PlanSpec& spec() const { return spec_; }
  // Returns each design in each situation, as the points of a sweep.
  const Sweep& designs() const { return designs_; }
  const std::vector<PlanTarget>& targets() const { return targets_; }
  bool more_is_better(std::size_t axis) const { return more_is_better_[axis]; }

  // Returns how many situations a design is run in: one, as planned, where the plan names none.
  std::size_t situations() const { return 1 + spec_.situations.size(); }
  // Names a situation by its number: "as_planned" of 0, "server_lost".
  const std::string& situation(std::size_t number) const;
  // Returns how many designs there are.
  std::int64_t size() const { return designs_.size() / static_cast<std::int64_t>(situations()); }
  // Returns the place of kSituation among the axes; their number where there is none.
  std::size_t situation_axis() const;

  PlanQuantities needs(const SweepPoint& design) const { return costs_.needs(design); }
  bool is_within_limits(const PlanQuantities& needs) const { return over(needs) == nullptr; }
  // Returns what a design needs too much of, or has too little of: "rack_units"; null where it has neither.
  const char* over(const PlanQuantities& needs) const;

 private:
  PlanSpec spec_;
  Sweep designs_;
  std::vector<PlanTarget> targets_;
  PlanCosts costs_;
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
