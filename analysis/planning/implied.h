// Implied: what the known designs say of others, where a target is monotone.
//
// With `rising` on an axis, a design that fails a target fails it at every
// smaller value of that axis too, and one that meets it at every larger one.
// Designs that differ in an axis of unknown slope say nothing of each other.
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/planning/space.h"

namespace headrace {

enum class Slope : signed char { unknown, rising, falling };
using Slopes = std::vector<Slope>;  // Of one target, one an axis.

class Implied {
 public:
  Implied(const DesignSpace& space, std::vector<Slopes> slopes);

  std::size_t targets() const { return slopes_.size(); }
  bool any_slope() const;

  // Says that the point surely meets or fails the target. False when others have said the opposite of it:
  // then the target is not monotone, and its slopes are dropped with all that they implied.
  bool say(std::size_t point, std::size_t target, bool met);

  bool is_met(std::size_t point, std::size_t target) const { return state_[target][point] == kMet; }
  bool is_failed(std::size_t point, std::size_t target) const { return state_[target][point] == kFailed; }
  bool is_any_failed(std::size_t point) const;

  // Returns for each point the sum of the weights of those that fail the target if it does.
  std::vector<double> failing_with(std::size_t target, std::vector<double> weights) const;
  // Returns for each point the least cost of those that meet all targets if it does.
  std::vector<double> cheapest_met_with(std::vector<double> costs) const;

 private:
  enum State : unsigned char { kOpen, kMet, kFailed };

  bool is_below(std::size_t low, std::size_t high, std::size_t target) const;
  void spread(std::size_t point, std::size_t target, State state);

  const DesignSpace& space_;
  std::vector<Slopes> slopes_;
  std::vector<std::vector<State>> state_;
  std::vector<std::vector<std::size_t>> said_;  // A target: points, each with its own state.
};

}  // namespace headrace
