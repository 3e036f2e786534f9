// NextUse: when samples are read again, for a cache that looks ahead.
//
//   const std::int64_t next = future.of(first, count, moment_of(epoch, turn));
//
// A moment is an epoch and a turn in it, on one scale that only grows. The
// answer comes from the orders themselves, which are functions: nothing is
// recorded. Turns of several ranks count as if all read at the same pace.
#pragma once

#include <cstdint>
#include <map>

#include "models/loaders/batch_plan.h"
#include "models/shuffle/policy.h"

namespace headrace {

inline constexpr std::int64_t kEpochSpan = std::int64_t{1} << 40;  // More samples than an epoch has.
constexpr std::int64_t moment_of(std::int64_t epoch, std::int64_t turn) { return epoch * kEpochSpan + turn; }

struct FutureSpec {
  std::int64_t epochs = 1;
  RankId first = 0, last = 0;  // Whose reading counts: the ranks that share the cache.
  std::int64_t batch_size = 1;
  std::int64_t threads = 0;  // As of BatchPlan.
};

class NextUse {
 public:
  NextUse(const ShufflePolicy& orders, const FutureSpec& spec) : orders_(orders), spec_(spec) {}

  // The first moment after `now` at which one of `count` samples is read, or kNeverAgain. Of one sample an
  // epoch has one reading, the present one.
  std::int64_t of(SampleId first, std::int64_t count, std::int64_t now);

 private:
  std::int64_t in_epoch(std::int64_t epoch, SampleId sample);
  const BatchPlan& plan_of(RankId rank);

  const ShufflePolicy& orders_;
  FutureSpec spec_;
  std::map<RankId, BatchPlan> plans_;
};

}  // namespace headrace
