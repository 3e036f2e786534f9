// SweepParts: what a Sweep knows, and how it is read and checked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/sweep/constraint.h"
#include "scenarios/loader/sweep/designs/design.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct SweepParts {
  explicit SweepParts(MergedScenario of_points) : scenario(std::move(of_points)) {}

  MergedScenario scenario;  // Of a point, but for its parameters.
  Scenario base;
  SweepSpec spec;
  std::vector<SweepAxis> axes;
  std::vector<Mark> marks;               // Of the path of each axis.
  std::vector<std::string> base_values;  // Of each axis, where the design stands at them.
  DesignSetting setting;
  std::vector<Constraint> constraints;
  bool has_places = false;
  std::vector<std::int64_t> places;  // In the design, of each point; only where some have been left out.
  std::int64_t size = 0;
  std::string text, hash;

  const Design& design() const { return designs()[spec.design]; }
  std::vector<std::string> values_at(std::int64_t place) const;  // Of the axes, in the design.
};

// A point's scenario, with a place for each parameter's path and value.
MergedScenario::Read read_point(const SweepParts& parts, const SweepPoint& point,
                                const std::vector<Mark>& values, Problems& problems);

// The sweep of a scenario that was read; null where it has errors. Axes of the command line take the place
// of those of the same path.
std::shared_ptr<const SweepParts> read_sweep_parts(const MergedScenario& merged, MergedScenario::Read base,
                                                   const std::vector<std::string>& axes, Problems& problems);

}  // namespace headrace
