#include "models/loaders/next_use.h"

#include <algorithm>

#include "models/cache/policy.h"

namespace headrace {

std::int64_t NextUse::of(SampleId first, std::int64_t count, std::int64_t now) {
  for (std::int64_t epoch = now / kEpochSpan + (count == 1 ? 1 : 0); epoch <= spec_.epochs; ++epoch) {
    std::int64_t next = kNeverAgain;
    for (SampleId sample = first; sample < first + count; ++sample) {
      const std::int64_t moment = in_epoch(epoch, sample);
      if (moment > now) next = std::min(next, moment);
    }
    if (next != kNeverAgain) return next;
  }
  return kNeverAgain;
}

std::int64_t NextUse::in_epoch(std::int64_t epoch, SampleId sample) {
  const auto place = orders_.find(epoch, sample);
  if (!place || place->rank < spec_.first || place->rank > spec_.last) return kNeverAgain;
  const auto turn = plan_of(place->rank).turn(place->position);
  return turn ? moment_of(epoch, *turn) : kNeverAgain;
}

// Returns the plan of a rank's batches, which is that of every epoch, as the rank has as many samples in
// each.
const BatchPlan& NextUse::plan_of(RankId rank) {
  const auto found = plans_.find(rank);
  if (found != plans_.end()) return found->second;
  const BatchPlan plan(orders_.order(1, rank)->size(), spec_.batch_size, spec_.threads);
  return plans_.emplace(rank, plan).first->second;
}

}  // namespace headrace
