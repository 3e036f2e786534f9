// Waiting: how many wait for something, and a gauge that is 1 while any does.
//
//   waiting_.change(+1, any_waits_, sim_.now());   // any_waits_.mean(now): for what share of the run
#pragma once

#include <cstdint>

#include "sim/metrics.h"

namespace headrace {

class Waiting {
 public:
  bool none() const { return count_ == 0; }
  // Notes that so many more wait, or fewer.
  void change(int by, Gauge& any, Time now) {
    count_ += by;
    const double waits = none() ? 0 : 1;
    if (waits != any.value()) any.set(now, waits);
  }

 private:
  std::int64_t count_ = 0;
};

}  // namespace headrace
