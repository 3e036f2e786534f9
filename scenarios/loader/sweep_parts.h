// SweepParts: what a Sweep knows, and how it is put together.
#pragma once

#include "scenarios/loader/designs/design.h"
#include "scenarios/loader/merged_scenario.h"
#include "scenarios/loader/sweep.h"

namespace headrace {

struct SweepParts {
  explicit SweepParts(MergedScenario of_points) : scenario(std::move(of_points)) {}

  MergedScenario scenario;  // Of a point, but for its parameters.
  Scenario base;
  SweepSpec spec;
  std::vector<SweepAxis> axes;
  std::vector<Mark> marks;  // Of each axis.
  DesignSetting setting;
  std::vector<std::int64_t> places;  // In the design, of each point; empty: all of the design's.
  std::int64_t size = 0;
  std::string text, hash;

  const Design& design() const { return designs()[spec.design]; }
};

// The sweep of a scenario that was read; nothing where it has errors. Axes of the command line take the place
// of those of the same path.
std::shared_ptr<const SweepParts> read_sweep_parts(const MergedScenario& merged, MergedScenario::Read base,
                                                   const std::vector<std::string>& axes, Problems& problems);

// What stands at a place of the design.
SweepPoint point_of(const SweepParts& parts, std::int64_t index, std::int64_t place);

}  // namespace headrace
