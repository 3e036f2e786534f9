#include "models/loaders/dlio_order.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

namespace {
// `seed` starts anew from the workload's seed, plus the epoch where the workload
// asks for it; `random` never returns to the start.
std::uint64_t shuffle_key(const DlioOrderSpec& spec) {
  const bool by_epoch = spec.shuffle == Shuffle::random || spec.seed_change_epoch;
  const auto seed = static_cast<std::uint64_t>(spec.seed);
  return by_epoch ? seed + static_cast<std::uint64_t>(spec.epoch) : seed;
}
}  // namespace

DlioOrder::DlioOrder(const DlioOrderSpec& spec) {
  const std::int64_t share =
      spec.old_dlio ? spec.samples / spec.ranks : (spec.samples + spec.ranks - 1) / spec.ranks;
  begin_ = std::min(spec.samples, spec.rank * share);
  size_ = std::min(spec.samples - begin_, share);
  over_all_ = spec.old_dlio && !spec.shuffle_in_block;
  const std::int64_t permuted = over_all_ ? spec.samples : size_;
  const bool shuffles = spec.shuffle != Shuffle::off && (over_all_ || spec.shuffle_in_block);
  if (shuffles && permuted > 0) permutation_.emplace(static_cast<std::uint64_t>(permuted), shuffle_key(spec));
}

SampleId DlioOrder::operator()(std::int64_t position) const {
  HEADRACE_CHECK(position >= 0 && position < size_);
  if (!permutation_) return begin_ + position;
  if (over_all_) return static_cast<SampleId>((*permutation_)(static_cast<std::uint64_t>(begin_ + position)));
  return begin_ + static_cast<SampleId>((*permutation_)(static_cast<std::uint64_t>(position)));
}

}  // namespace headrace
