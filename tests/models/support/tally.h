// Tally: an account that sums what it is told, by activity.
#pragma once

#include <array>

#include "models/account.h"

namespace headrace {

class Tally final : public Account {
 public:
  explicit Tally(Time start = Time()) { begin(start); }
  Tally(const Tally& other) : Account(), sums_(other.sums_) { accounted_ = other.accounted_; }

  Tally& operator+=(const Tally& other) {
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
    return *this;
  }

  void begin(Time now) { accounted_ = now; }
  Duration of(Activity activity) const { return sums_[static_cast<std::size_t>(activity)]; }
  Duration all() const {
    Duration sum;
    for (const Duration each : sums_) sum += each;
    return sum;
  }

 private:
  void take(Activity activity, Time until) override {
    sums_[static_cast<std::size_t>(activity)] += until - accounted_;
    accounted_ = until;
  }

  std::array<Duration, std::size(kActivities)> sums_{};
};

}  // namespace headrace
