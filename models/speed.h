// Speed: the share of its own speed at which something runs: 1, as long as nobody lowers it.
//
//   const Speed::Influence fault = speed.influence();
//   speed.set(fault, 0.2);                      // A fifth of what the others leave it.
//   sim.schedule_in(speed.of(service), end);    // Whoever works asks when it begins.
//
// Several influences multiply. What has begun when the speed changes ends as it would have; what begins later
// has the new one.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "sim/check.h"
#include "sim/event_queue.h"
#include "sim/units.h"

namespace headrace {

class Speed {
 public:
  using Influence = std::size_t;

  // Adds an influence that may lower the speed, and does not yet.
  Influence influence() {
    shares_.push_back(1);
    return shares_.size() - 1;
  }
  void set(Influence influence, double share) {
    HEADRACE_CHECK(share > 0 && share <= 1);
    shares_[influence] = share;
    share_ = 1;
    for (const double each : shares_) share_ *= each;
    if (changed_) changed_();
  }
  // Run at every change, for rates that are kept elsewhere.
  void tell(Action changed) { changed_ = changed; }

  double share() const { return share_; }
  // How long something takes now that takes so long at full speed.
  Duration of(Duration span) const { return share_ == 1 ? span : stretched(span); }

 private:
  // Stretches a span, to the nearest nanosecond; what is longer than time itself is as long as time.
  Duration stretched(Duration span) const {
    const double ns = static_cast<double>(span.ns()) / share_;
    if (!(ns < static_cast<double>(std::numeric_limits<std::int64_t>::max()))) return Duration::max();
    return Duration::nanoseconds(std::llround(ns));
  }

  double share_ = 1;
  std::vector<double> shares_;
  Action changed_;
};

}  // namespace headrace
