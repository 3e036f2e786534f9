#include "analysis/planning/space.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/check.h"
#include "sim/random.h"

namespace headrace {

namespace {

void scale_to_one(std::vector<double>& coordinates) {
  HEADRACE_CHECK(!coordinates.empty());
  HEADRACE_CHECK(std::is_sorted(coordinates.begin(), coordinates.end()));
  const double low = coordinates.front();
  const double span = coordinates.back() - low;
  for (double& coordinate : coordinates) coordinate = span > 0 ? (coordinate - low) / span : 0;
}

}  // namespace

DesignSpace::DesignSpace(std::vector<PlanAxis> axes) : axes_(std::move(axes)) {
  for (PlanAxis& axis : axes_) {
    if (axis.kind == AxisKind::ordered) scale_to_one(axis.coordinates);
    HEADRACE_CHECK(!axis.coordinates.empty());
    strides_.push_back(size_);
    size_ *= axis.coordinates.size();
  }
}

std::size_t DesignSpace::point(const std::vector<std::size_t>& digits) const {
  HEADRACE_CHECK(digits.size() == axes_.size());
  std::size_t point = 0;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    HEADRACE_CHECK(digits[axis] < axes_[axis].coordinates.size());
    point += digits[axis] * strides_[axis];
  }
  return point;
}

double DesignSpace::distance(std::size_t axis, std::size_t from_digit, std::size_t to_digit) const {
  if (axes_[axis].kind == AxisKind::categorical) return from_digit == to_digit ? 0 : 1;
  return std::fabs(axes_[axis].coordinates[from_digit] - axes_[axis].coordinates[to_digit]);
}

std::vector<std::size_t> DesignSpace::neighbours(std::size_t point) const {
  std::vector<std::size_t> found;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::size_t own = digit(point, axis);
    for (std::size_t other = 0; other < axes_[axis].coordinates.size(); ++other) {
      const bool step = other + 1 == own || own + 1 == other;
      if (other == own || (axes_[axis].kind == AxisKind::ordered && !step)) continue;
      found.push_back(point - own * strides_[axis] + other * strides_[axis]);
    }
  }
  return found;
}

std::vector<std::size_t> DesignSpace::latin_hypercube(std::size_t count, std::uint64_t seed) const {
  std::vector<std::size_t> points(count, 0);
  std::vector<std::size_t> strata(count);
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    RandomStream random(seed, "planning/latin_hypercube/" + std::to_string(axis));
    std::iota(strata.begin(), strata.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(strata[i - 1], strata[random.below(i)]);
    const auto values = static_cast<double>(axes_[axis].coordinates.size());
    for (std::size_t i = 0; i < count; ++i) {
      const double share = (static_cast<double>(strata[i]) + random.uniform()) / static_cast<double>(count);
      points[i] += static_cast<std::size_t>(share * values) * strides_[axis];
    }
  }
  return points;
}

}  // namespace headrace
