// How often an interval of 95 % holds the truth: in n repeats that share has a deviation of 21.8 / sqrt(n)
// points, 0.49 in 2,000, of which 1.5 points are three.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>

namespace headrace {

class Coverage {
 public:
  // Of a Spread, an Estimate, or whatever else is from low to high.
  template <class Interval> void add(const Interval& interval, double truth) {
    ++repeats_;
    if (interval.low <= truth && truth <= interval.high) ++held_;
  }
  double percent() const { return 100.0 * static_cast<double>(held_) / static_cast<double>(repeats_); }
  void expect_nominal(const char* what) const {
    std::printf("oracle: coverage of 95 %%, %s: %.2f %%\n", what, percent());
    EXPECT_GE(percent(), 93.5) << what;
    EXPECT_LE(percent(), 96.5) << what;
  }

 private:
  std::int64_t repeats_ = 0;
  std::int64_t held_ = 0;
};

}  // namespace headrace
