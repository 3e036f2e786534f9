#include "analysis/planning/implied.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

namespace {

// Joins each value with what is below it on the axis (above it: `from_top`), value by value.
template <class Join>
void accumulate(const DesignSpace& space, std::size_t axis, bool from_top, std::vector<double>& values,
                Join join) {
  const std::size_t stride = space.stride(axis);
  const std::size_t count = space.axes()[axis].coordinates.size();
  for (std::size_t start = 0; start < values.size(); ++start) {
    if (space.digit(start, axis) != 0) continue;
    for (std::size_t i = 1; i < count; ++i) {
      const std::size_t to = start + (from_top ? count - 1 - i : i) * stride;
      values[to] = join(values[to], values[from_top ? to + stride : to - stride]);
    }
  }
}

bool has_slope(const Slopes& slopes) {
  return std::any_of(slopes.begin(), slopes.end(), [](Slope slope) { return slope != Slope::unknown; });
}

}  // namespace

Implied::Implied(const DesignSpace& space, std::vector<Slopes> slopes)
    : space_(space),
      slopes_(std::move(slopes)),
      state_(slopes_.size(), std::vector<State>(space.size(), kOpen)),
      said_(slopes_.size()) {
  for (Slopes& own : slopes_) {
    own.resize(space.axes().size(), Slope::unknown);
    for (std::size_t axis = 0; axis < own.size(); ++axis)
      HEADRACE_CHECK(own[axis] == Slope::unknown || space.axes()[axis].kind == AxisKind::ordered);
  }
}

bool Implied::any_slope() const { return std::any_of(slopes_.begin(), slopes_.end(), has_slope); }

bool Implied::is_any_failed(std::size_t point) const {
  return std::any_of(state_.begin(), state_.end(),
                     [point](const std::vector<State>& own) { return own[point] == kFailed; });
}

bool Implied::is_below(std::size_t low, std::size_t high, std::size_t target) const {
  for (std::size_t axis = 0; axis < slopes_[target].size(); ++axis) {
    const std::size_t a = space_.digit(low, axis);
    const std::size_t b = space_.digit(high, axis);
    if (a == b) continue;
    const Slope slope = slopes_[target][axis];
    if (slope == Slope::unknown || (a < b) != (slope == Slope::rising)) return false;
  }
  return true;
}

void Implied::spread(std::size_t point, std::size_t target, State state) {
  if (!has_slope(slopes_[target])) {
    state_[target][point] = state;
    return;
  }
  for (std::size_t other = 0; other < space_.size(); ++other) {
    const bool reached = state == kMet ? is_below(point, other, target) : is_below(other, point, target);
    if (reached) state_[target][other] = state;
  }
}

bool Implied::say(std::size_t point, std::size_t target, bool met) {
  const State state = met ? kMet : kFailed;
  State& own = state_[target][point];
  const bool contradicts = own != kOpen && own != state;
  if (contradicts) {
    std::vector<State> alone(space_.size(), kOpen);
    for (const std::size_t other : said_[target]) alone[other] = state_[target][other];
    state_[target] = std::move(alone);
    slopes_[target].assign(slopes_[target].size(), Slope::unknown);
  }
  said_[target].push_back(point);
  spread(point, target, state);
  return !contradicts;
}

std::vector<double> Implied::failing_with(std::size_t target, std::vector<double> weights) const {
  for (std::size_t axis = 0; axis < slopes_[target].size(); ++axis) {
    const Slope slope = slopes_[target][axis];
    if (slope == Slope::unknown) continue;
    accumulate(space_, axis, slope == Slope::falling, weights, [](double a, double b) { return a + b; });
  }
  return weights;
}

std::vector<double> Implied::cheapest_met_with(std::vector<double> costs) const {
  for (std::size_t axis = 0; axis < space_.axes().size(); ++axis) {
    const Slope slope = slopes_.front()[axis];
    const bool common =
        slope != Slope::unknown &&
        std::all_of(slopes_.begin(), slopes_.end(), [&](const Slopes& own) { return own[axis] == slope; });
    if (!common) continue;
    accumulate(space_, axis, slope == Slope::rising, costs,
               [](double a, double b) { return std::min(a, b); });
  }
  return costs;
}

}  // namespace headrace
