// How a job leaves out the rest of an epoch that is like what was simulated of it.
//
// The clock goes on as if it had been simulated. Meanwhile the loaders end what they have in hand; the rank's
// accounts, the rates and the bytes are of the whole epoch, as the last half of the simulated steps was.

#include <algorithm>
#include <cmath>

#include "models/jobs/training/rank.h"

namespace headrace {

// Begins to watch the steps of an epoch; the first rank that comes does so for all.
void TrainingJob::begin_steps(const Rank& rank, std::int64_t epoch) {
  const std::pair<std::int64_t, std::int64_t> own(epoch, begins_);
  if (steady_of_ == own) return;
  steady_of_ = own;
  SteadyEpoch::Plan plan;
  plan.first = rank.books.steps;
  plan.steps = steps_;
  plan.ranks = static_cast<std::int64_t>(ranks_.size());
  const Rank& reader = *ranks_.front();
  plan.ahead = reader.loader->ahead() + (reader.feed ? reader.feed->ahead() : 0);
  if (until_) plan.half_width = until_->half_width;
  steady_.begin(plan, sim_.now());
  half_wait_ = Histogram();
  if (until_ && rest_ != nullptr) rest_->begin_epoch();
}

void TrainingJob::count_stock() {
  for (const auto& rank : ranks_)
    steady_.hold((rank->loader ? rank->loader->in_hand() : 0) + (rank->feed ? rank->feed->in_hand() : 0));
}

// Tells whether the rest of the epoch is left out. The first rank that asks after a step finds it out, while
// all others are at the barrier still: what it finds holds for all of them.
bool TrainingJob::rest_is_like_it(Rank& rank) {
  if (!steady_.has_seen(rank.books.steps)) {
    if (steady_.wants_stock()) count_stock();
    steady_.end_step(sim_.now());
    if (steady_.is_mark() && !steady_.rest_is_like_it()) half_wait_ = Histogram();
  }
  if (!until_ || steady_.rest_is_like_it()) return until_.has_value();
  if (steady_.is_mark()) rank.half.emplace(rank.account, rank.books);
  return false;
}

Task<> TrainingJob::leave_out_rest(Rank& rank, std::int64_t epoch) {
  const std::int64_t left = steady_.left();
  const std::int64_t sample = steady_.sample();
  const Duration span = steady_.time_of_rest();
  EpochTotals& totals = epochs_[static_cast<std::size_t>(epoch - 1)];
  if (rank.id == 0) {  // All ranks read as much.
    totals.read = rank.loader->read_once_taken(steps_ * micro_batches_) /
                  rank.loader->read_once_taken(rank.books.steps * micro_batches_);
    step_wait_.merge(half_wait_, left, sample);
    if (rest_ != nullptr) rest_->begin_rest();
  }
  rank.account.begin(Cause::compute);
  co_await sim_.delay(span, rest_of_epoch_);
  if (rank.id == 0 && rest_ != nullptr) rest_->end_rest(totals.read - 1);
  const Rank::Half& half = *rank.half;
  rank.account.repeat(half.spent, sim_.now());
  rank.books.compute += scaled(rank.books.compute - half.books.compute, left, sample);
  rank.books.meter.repeat(half.books.meter, left, sample);
  rank.track.span("steps like those before", rank.accounted, sim_.now());
  rank.accounted = sim_.now();
  rank.books.steps = totals.result.steps = steps_;
  steps_done_ += left;
  // Pages in memory are of the first steps, and would be of the last ones.
  seats_[static_cast<std::size_t>(rank.id)].storage->drop_caches();
}

// Makes the bytes of an epoch those of the whole of it.
void TrainingJob::extend(EpochTotals& totals) {
  const auto extended = [&](Bytes bytes) {
    return Bytes::count(std::llround(static_cast<double>(bytes.count()) * totals.read));
  };
  if (totals.read == 1) return;
  totals.result.delivered = extended(totals.result.delivered);
  totals.result.from_storage = extended(totals.result.from_storage);
}

}  // namespace headrace
