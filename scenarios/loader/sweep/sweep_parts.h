// SweepParts: what a Sweep knows. sweep_reader.h fills it.
#pragma once

#include <string>
#include <vector>

#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/sweep/constraint.h"
#include "scenarios/loader/sweep/designs/design.h"
#include "scenarios/loader/sweep/sweep_axis.h"
#include "scenarios/loader/sweep/sweep_point.h"
#include "scenarios/loader/sweep/sweep_spec.h"

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

}  // namespace headrace
