// SweepPoint: one scenario of a sweep, by the values that its axes have there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headrace {

struct SweepParameter {
  std::string path, value;  // As an override says it.
};

struct SweepPoint {
  std::int64_t index = 0;
  std::vector<SweepParameter> parameters;  // One an axis, in the order of the axes.
};

}  // namespace headrace
