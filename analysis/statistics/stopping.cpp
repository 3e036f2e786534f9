#include "analysis/statistics/stopping.h"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/distributions.h"

namespace headrace {

namespace {

// Mean and deviation as they come, so that all looks together cost no more than one.
class Running {
 public:
  void add(double value) {
    ++count_;
    const double off = value - mean_;
    mean_ += off / count_;
    squares_ += off * (value - mean_);
  }
  double mean() const { return mean_; }
  double half_width(double count) const {
    return student_quantile(0.975, count - 1) * std::sqrt(squares_ / (count_ - 1) / count);
  }
  double half_width() const { return half_width(count_); }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

double asked_of(const Running& values, const Precision& precision) {
  return precision.relative ? precision.half_width * std::abs(values.mean()) : precision.half_width;
}

// Returns at how many values a deviation like this is narrow at all looks. Fewer than two values have none:
// as few as can be.
std::size_t expected_of(const Running& values, const Precision& precision, std::size_t count) {
  const double asked = asked_of(values, precision);
  std::size_t wide = std::max(count, kFirstLook - 1), narrow = precision.at_most;
  if (count < 2) narrow = wide + 1;
  while (narrow > wide + 1) {
    const std::size_t middle = wide + (narrow - wide) / 2;
    (values.half_width(static_cast<double>(middle)) <= asked ? narrow : wide) = middle;
  }
  return std::min(narrow + kNarrowLooks - 1, precision.at_most);
}

}  // namespace

Stopping stopping_of(std::span<const double> values, const Precision& precision) {
  Stopping stopping;
  Running running;
  std::size_t narrow = 0;
  const std::size_t most = std::min(values.size(), precision.at_most);
  while (stopping.used < most && narrow < kNarrowLooks) {
    running.add(values[stopping.used++]);
    if (stopping.used < kFirstLook) continue;
    narrow = running.half_width() <= asked_of(running, precision) ? narrow + 1 : 0;
  }
  stopping.narrow = narrow >= kNarrowLooks;
  stopping.go_on = !stopping.narrow && stopping.used < precision.at_most;
  stopping.spread = spread_of(values.first(stopping.used));
  if (!stopping.go_on)
    stopping.expected = stopping.used;
  else if (narrow > 0)
    stopping.expected = std::min(stopping.used + kNarrowLooks - narrow, precision.at_most);
  else
    stopping.expected = expected_of(running, precision, stopping.used);
  return stopping;
}

}  // namespace headrace
