#include "models/loaders/dlio_order.h"

#include <algorithm>

#include "sim/check.h"

namespace headrace {

namespace {
// `seed` starts anew from the workload's seed, plus the epoch where the workload
// asks for it; `random` never returns to the start.
bool changes_by_epoch(const DlioOrderSpec& spec) {
  return spec.shuffle == Shuffle::random || spec.seed_change_epoch;
}

std::uint64_t shuffle_key(const DlioOrderSpec& spec) {
  const auto seed = static_cast<std::uint64_t>(spec.seed);
  return changes_by_epoch(spec) ? seed + static_cast<std::uint64_t>(spec.epoch) : seed;
}

std::int64_t share_of_rank(const DlioOrderSpec& spec) {
  return spec.shuffles_all ? spec.samples / spec.ranks : (spec.samples + spec.ranks - 1) / spec.ranks;
}
}  // namespace

DlioOrder::DlioOrder(const DlioOrderSpec& spec) {
  const std::int64_t share = share_of_rank(spec);
  begin_ = std::min(spec.samples, spec.rank * share);
  size_ = std::min(spec.samples - begin_, share);
  samples_ = spec.samples;
  if (spec.pads && samples_ > 0) {
    begin_ = spec.rank * share;
    size_ = share;
  }
  over_all_ = spec.shuffles_all && !spec.shuffle_in_block;
  const std::int64_t permuted = over_all_ ? spec.samples : size_;
  const bool shuffles = spec.shuffle != Shuffle::off && (over_all_ || spec.shuffle_in_block);
  if (shuffles && permuted > 0) permutation_.emplace(static_cast<std::uint64_t>(permuted), shuffle_key(spec));
}

SampleId DlioOrder::at(std::int64_t position) {
  HEADRACE_CHECK(position >= 0 && position < size_);
  if (!permutation_) return (begin_ + position) % samples_;
  if (over_all_) return static_cast<SampleId>((*permutation_)(static_cast<std::uint64_t>(begin_ + position)));
  return begin_ + static_cast<SampleId>((*permutation_)(static_cast<std::uint64_t>(position)));
}

std::int64_t DlioOrder::slot_of(SampleId sample) const {
  if (!permutation_) return sample;
  if (over_all_) return static_cast<std::int64_t>(permutation_->inverse(static_cast<std::uint64_t>(sample)));
  return begin_ +
         static_cast<std::int64_t>(permutation_->inverse(static_cast<std::uint64_t>(sample - begin_)));
}

DlioOrder DlioOrders::order_of_rank(std::int64_t epoch, std::int64_t rank) const {
  DlioOrderSpec spec = spec_;
  spec.epoch = epoch;
  spec.rank = static_cast<RankId>(rank);
  return DlioOrder(spec);
}

std::unique_ptr<SampleOrder> DlioOrders::order(std::int64_t epoch, RankId rank) const {
  return std::make_unique<DlioOrder>(order_of_rank(epoch, rank));
}

// Returns the logarithm of how many orders an epoch may have. What the floor leaves out is not read, in
// whichever order it comes.
double DlioOrders::log_orders() const {
  if (spec_.shuffle == Shuffle::off || !changes_by_epoch(spec_)) return 0;
  double within = 0;
  std::int64_t read = 0;
  for (std::int64_t rank = 0; rank < spec_.ranks; ++rank) {
    const std::int64_t size = order_of_rank(1, rank).size();
    within += log_factorial(size);
    read += size;
  }
  if (spec_.shuffle_in_block) return within;
  return spec_.shuffles_all ? log_factorial(spec_.samples) - log_factorial(spec_.samples - read) : 0;
}

// Finds the rank that reads a sample, and when. A permutation of all samples is every rank's; without one the
// sample's own number says whose block it is in.
std::optional<ShufflePolicy::Place> DlioOrders::find(std::int64_t epoch, SampleId sample) const {
  const std::int64_t share = share_of_rank(spec_);
  if (share == 0) return std::nullopt;
  const bool over_all = spec_.shuffles_all && !spec_.shuffle_in_block;
  const std::int64_t rank =
      (over_all ? order_of_rank(epoch, 0).slot_of(sample) : static_cast<std::int64_t>(sample)) / share;
  if (rank >= spec_.ranks) return std::nullopt;
  const DlioOrder own = order_of_rank(epoch, rank);
  return Place{static_cast<RankId>(rank), own.slot_of(sample) - own.begin()};
}

}  // namespace headrace
