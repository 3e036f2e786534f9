// BackgroundLoad: what others take of a resource, step by step.
//
// It knows neither the resource nor the time: Disturbances (models/faults/disturbances.h) asks for one step
// after another. A kind of load is one source in this folder and one line in policies.cpp.
#pragma once

#include "models/registry.h"
#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

class BackgroundLoad {
 public:
  static constexpr std::string_view kMeaning = "how what others take changes";
  // Something is left in any case.
  static constexpr double kMostTaken = 0.99;
  struct Context {
    RandomStream random;
  };
  static PolicyTable<BackgroundLoad> table();

  struct Step {
    double taken = 0;  // The share, 0 to kMostTaken.
    Duration lasting;  // Above zero; Duration::max(): for ever.
  };

  virtual ~BackgroundLoad() = default;
  // The first begins with the run: as if the load had always been there.
  virtual Step next() = 0;
};

}  // namespace headrace
