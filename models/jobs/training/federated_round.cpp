// Rounds of federated training: a client takes the model, trains on its own samples and gives it back.

#include "models/jobs/training/rank.h"

namespace headrace {

// Makes a round of a client: it takes the model, trains and gives it back, or sits the round out.
Task<> TrainingJob::federated_round(Rank& rank, std::int64_t epoch, bool first) {
  const std::int64_t round = (rank.books.epoch - 1) * steps_ + rank.books.steps;
  if (federation_->takes_part(rank.id, round)) {
    co_await pass_model(rank);
    const Batches batches = co_await compute_batches(rank, first);
    co_await pass_model(rank);
    co_await end_step(rank, Cause::barrier_wait);
    *epochs_[static_cast<std::size_t>(epoch - 1)].au_sum += batches.computed.in_seconds();
    ++steps_done_;
  } else {
    rank.account.begin(Cause::idle);
    co_await end_step(rank, Cause::idle);
  }
  epochs_[static_cast<std::size_t>(epoch - 1)].result.steps = ++rank.books.steps;
}

// Says what the participants of an epoch's rounds did together: their share of computation, and their rate.
// DLIO has no rule for ranks that sit out.
void TrainingJob::rate_rounds(EpochResult& epoch, const EpochTotals& totals) const {
  const double seconds = (epoch.end - epoch.start).in_seconds();
  const auto participants = static_cast<double>(federation_->participants());
  const double samples = participants * static_cast<double>(epoch.steps * samples_of_replica(spec_));
  epoch.au_percent = 100 * *totals.au_sum / (participants * seconds);
  epoch.samples_per_second = samples / seconds;
  epoch.mib_per_second =
      *epoch.samples_per_second * static_cast<double>(work_.record_length().count()) / 1048576.0;
}

// Sends or takes the model over the client's link.
Task<> TrainingJob::pass_model(Rank& rank) {
  rank.account.begin(Cause::network_wait);
  co_await sim_.delay(federation_->transfer(rank.id), model_);
  spend(rank, Cause::network_wait);
}

}  // namespace headrace
