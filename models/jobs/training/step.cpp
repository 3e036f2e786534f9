// Steps of a rank: it loads batches, computes, works for them on the host, and meets the others.

#include <algorithm>
#include <cmath>

#include "models/jobs/training/rank.h"

namespace headrace {

const Distribution& TrainingJob::step_overhead(const HostWorkSpec& work) const {
  const bool pytorch = work_.loader.kind == LoaderKind::pytorch;
  return pytorch ? work.pytorch.step_overhead : work.tensorflow.step_overhead;
}

Duration TrainingJob::late(Rank& rank, Duration computation) const {
  const auto mean = Duration::nanoseconds(std::llround(static_cast<double>(computation.ns()) * jitter_));
  return Distribution(Law::exponential, mean).draw(rank.jitter);
}

// Makes a step of the optimiser.
Task<> TrainingJob::step(Rank& rank, std::int64_t epoch, bool first) {
  const Time begun = sim_.now();
  Batches batches;
  if (shared_) {
    batches.computed = co_await shared_passes(rank, first);
    batches.load = sim_.now() - begun - batches.computed;
  } else {
    batches = co_await compute_batches(rank, first);
  }
  co_await end_step(rank, Cause::barrier_wait);
  rank.books.meter.step(batches.load, batches.computed);
  if (spec_.step_times) {
    rank.kept.back().load.push_back(batches.load);
    rank.kept.back().compute.push_back(batches.computed);
  }
  ++steps_done_;
  epochs_[static_cast<std::size_t>(epoch - 1)].result.steps = ++rank.books.steps;
}

Duration TrainingJob::computation_of(Rank& rank, std::int64_t left) const {
  const Distribution& law = work_.training.computation_time;
  if (!rounds_) return law.draw(rank.computation);
  const std::int64_t step = (rank.books.epoch - 1) * steps_ + rank.books.steps;
  RandomStream round = rounds_->at(static_cast<std::uint64_t>(step * micro_batches_ + left));
  return law.draw(round);
}

// Computes the batches of a step. The host's work is for each of them, as an iteration of a loop costs it.
Task<TrainingJob::Batches> TrainingJob::compute_batches(Rank& rank, bool first) {
  const Node& node = *seats_[static_cast<std::size_t>(rank.id)].node;
  Batches batches;
  for (std::int64_t left = micro_batches_; left > 0; --left, first = false) {
    const Time asked = sim_.now();
    co_await load_batch(rank, first);
    batches.load += sim_.now() - asked;
    const Duration span = node.slowed(computation_of(rank, left));
    batches.computed += span;
    rank.account.begin(Cause::compute);
    if (rank.exchange != nullptr && left == 1) {
      co_await compute_and_sum(rank, span);
    } else {
      co_await sim_.delay(span, compute_);
      spend(rank, Cause::compute);
    }
    co_await work_of_host(rank, span);
  }
  co_return batches;
}

// Writes what is due behind a step, and waits for the others.
Task<> TrainingJob::end_step(Rank& rank, Cause waits) {
  if (logs_) co_await write_log(rank);
  co_await meet(rank, waits);
  spend(rank, waits);
}

// Does the host's work behind so much computation.
Task<> TrainingJob::work_of_host(Rank& rank, Duration computation) {
  Node& node = *seats_[static_cast<std::size_t>(rank.id)].node;
  rank.account.begin(Cause::host);
  if (jitter_ > 0) {
    co_await sim_.delay(late(rank, computation), compute_);
    rank.account.spend(Activity::host, sim_.now());
  }
  co_await node.work(step_overhead(node.host_work()).draw(rank.host), Bytes(), rank.account);
  spend(rank, Cause::host);
}

// Waits for the rank's next batch; the first of an epoch is a figure of its own.
Task<> TrainingJob::load_batch(Rank& rank, bool first) {
  const Time asked = sim_.now();
  rank.account.begin(Cause::batch_wait);
  if (source_) {
    co_await source_->take(work_.loader.batch_size);
    rank.account.spend(Activity::source, sim_.now());
  }
  std::optional<Batch> batch;
  if (rank.feed) {
    batch = co_await next_fed(rank);
  } else {
    batch = co_await rank.loader->next();
  }
  if (!batch) co_await missing_batches_.pop();
  const Duration load = sim_.now() - asked;
  spend(rank, Cause::batch_wait);
  if (first) {
    if (rank.books.steps == 0) rank.books.first_batch = load;
    first_batch_wait_.record(load);
  } else {
    step_wait_.record(load);
    if (until_) half_wait_.record(load);
  }
  steady_.take(rank.id, batch->made, asked, sim_.now());
}

Task<std::optional<Batch>> TrainingJob::next_fed(Rank& rank) {
  const AcceleratorFeed::Fed fed = co_await rank.feed->next();
  spend(rank, Cause::batch_wait, std::max(rank.accounted, fed.copied_from));
  spend(rank, Cause::copy_wait);
  co_return fed.batch;
}

Task<> TrainingJob::compute_and_sum(Rank& rank, Duration span) {
  const StepEnds ends = co_await rank.exchange->step(rank.in_exchange, span, rank.account);
  spend(rank, Cause::compute, ends.computed);
  spend(rank, Cause::barrier_wait, ends.all_computed);
  rank.account.begin(Cause::network_wait);
  rank.account.end(ends.summed_on_idle_ports);
  rank.account.spend(Activity::port, sim_.now());
  spend(rank, Cause::network_wait);
}

// Writes what is due behind the step that ends.
Task<> TrainingJob::write_log(Rank& rank) {
  if (!logs_->is_due(rank.id, (rank.books.epoch - 1) * steps_ + rank.books.steps + 1)) co_return;
  rank.account.begin(Cause::logging);
  co_await logs_->append(rank.id, rank.account);
  spend(rank, Cause::logging);
}

}  // namespace headrace
