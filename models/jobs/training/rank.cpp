// What a rank does, as DLIO's main loop does it.

#include "models/jobs/training/rank.h"

#include <algorithm>
#include <iterator>

namespace headrace {

// Books everything since the last call as spent for this cause: nothing of a rank's time is counted twice or
// left out. What a rank begins, it says before it waits, for a run may be looked at, or cut, in between.
void TrainingJob::spend(Rank& rank, Cause cause, Time until) {
  rank.account.begin(cause);
  rank.account.end(until);
  if (cause == Cause::compute) rank.books.compute += until - rank.accounted;
  rank.track.span(word(cause), rank.accounted, until);
  rank.accounted = until;
}

// Waits for all ranks, with a core of its own if it polls.
Task<> TrainingJob::meet(Rank& rank, Cause waits) {
  Node& node = *seats_[static_cast<std::size_t>(rank.id)].node;
  std::optional<Cores::Thread> polling;
  if (node.host_work().barrier_polls) polling.emplace(node.cores(), Duration());
  co_await barrier_.arrive(rank.account, waits);
}

// Gets ready, and waits for the others, as the first meeting of the ranks of a framework does.
Task<> TrainingJob::start_up(Rank& rank) {
  rank.account.begin(Cause::startup);
  co_await startup_->run(rank.id, rank.account);
  co_await meet(rank, Cause::startup);
  spend(rank, Cause::startup);
}

Task<> TrainingJob::train(Rank& rank) {
  if (startup_) co_await start_up(rank);
  if (rank.marks.front().number >= 0) co_await restore(rank, rank.marks.front().number);
  rank.books.schedule.begin(sim_.now());
  for (std::int64_t epoch = rank.books.epoch; epoch <= work_.training.epochs; ++epoch) {
    if (rank.books.steps == 0) rank.books.epoch_begun = sim_.now();
    rank.account.begin(Cause::host);
    co_await sim_.delay(spec_.host.epoch_overhead, host_work_);
    spend(rank, Cause::host);
    co_await train_epoch(rank, epoch);
    if (evaluates_after(epoch)) co_await evaluate(rank, epoch);
    if (handed_on_) co_await hand_on(rank);
    co_await meet(rank, Cause::barrier_wait);
    spend(rank, Cause::barrier_wait);
    end_epoch(rank, epoch);
  }
  if (logs_) {
    rank.account.begin(Cause::logging);
    co_await logs_->close(rank.id, rank.account);
    spend(rank, Cause::logging);
    co_await meet(rank, Cause::barrier_wait);  // Ranks leave together, as those of MPI do.
    spend(rank, Cause::barrier_wait);
  }
  end_rank(rank);
}

// Trains an epoch from the step on that the rank's books have; all may be done.
Task<> TrainingJob::train_epoch(Rank& rank, std::int64_t epoch) {
  if (rank.books.steps < steps_ || steps_ == 0) co_await train_steps(rank, epoch);
  if (rank.books.epoch_is_saved || !rank.books.schedule.after_epoch(epoch)) co_return;
  rank.books.epoch_is_saved = true;
  co_await checkpoint(rank, epoch);
}

Task<> TrainingJob::train_steps(Rank& rank, std::int64_t epoch) {
  if (rank.loader) rank.loader->begin_epoch(epoch, rank.books.steps * micro_batches_);
  if (rank.feed) rank.feed->begin_epoch(*rank.loader);
  begin_block(rank, epoch);
  begin_steps(rank, epoch);
  for (bool first = true; rank.books.steps < steps_; first = false) {
    if (federation_) {
      co_await federated_round(rank, epoch, first);
    } else {
      co_await step(rank, epoch, first);
    }
    if (rest_is_like_it(rank)) co_await leave_out_rest(rank, epoch);
    if (handed_on_) handed_on_->after_step(rank.id, epoch, rank.books.steps, rank.books.steps == steps_);
    if (!rank.books.schedule.after_step(rank.books.steps, sim_.now())) continue;
    end_block(rank, epoch);
    co_await checkpoint(rank, epoch);
    if (rank.books.steps < steps_) begin_block(rank, epoch);
  }
  end_block(rank, epoch);
  if (rank.id == 0) epochs_[static_cast<std::size_t>(epoch - 1)].result.step_time = steady_.step_time();
  if (rank.feed) rank.feed->end_epoch();
  if (rank.loader) rank.loader->end_epoch();
}

// No rank begins the next epoch before every other one has sent what it hands on.
Task<> TrainingJob::hand_on(Rank& rank) {
  rank.account.begin(Cause::network_wait);
  co_await handed_on_->all_sent(rank.id);
  spend(rank, Cause::network_wait);
}

bool TrainingJob::evaluates_after(std::int64_t epoch) const {
  const EvaluationSpec& evaluation = work_.evaluation;
  return evaluation_steps_ > 0 && epoch >= evaluation.after_epoch &&
         (epoch - evaluation.after_epoch) % evaluation.epochs_between == 0;
}

Task<> TrainingJob::evaluate(Rank& rank, std::int64_t epoch) {
  SpanResult span;
  span.start = sim_.now();
  rank.account.begin(Cause::evaluation);
  const Node& node = *seats_[static_cast<std::size_t>(rank.id)].node;
  rank.evaluation_loader->begin_epoch(epoch, 0);
  if (rank.evaluation_feed) rank.evaluation_feed->begin_epoch(*rank.evaluation_loader);
  for (std::int64_t number = 1; number <= evaluation_steps_; ++number) {
    std::optional<Batch> batch;
    if (rank.evaluation_feed) {
      const AcceleratorFeed::Fed fed = co_await rank.evaluation_feed->next();
      batch = fed.batch;
    } else {
      batch = co_await rank.evaluation_loader->next();
    }
    if (!batch) co_await missing_batches_.pop();
    rank.account.spend(Activity::delivery, sim_.now());
    co_await sim_.delay(node.slowed(work_.evaluation.evaluation_time.draw(rank.computation)), evaluation_);
    co_await meet(rank, Cause::evaluation);
  }
  if (rank.evaluation_feed) rank.evaluation_feed->end_epoch();
  rank.evaluation_loader->end_epoch();
  spend(rank, Cause::evaluation);
  span.end = sim_.now();
  if (rank.id == 0) epochs_[static_cast<std::size_t>(epoch - 1)].result.evaluations.push_back(span);
}

Task<> TrainingJob::checkpoint(Rank& rank, std::int64_t epoch) {
  SpanResult span;
  span.start = sim_.now();
  span.file_number = rank.checkpoints++;
  mark(rank, span.file_number);
  rank.account.begin(Cause::checkpoint);
  co_await transfer_checkpoint(rank, span.file_number, false);
  span.end = sim_.now();
  co_await meet(rank, Cause::checkpoint);
  span.all_end = sim_.now();
  spend(rank, Cause::checkpoint);
  if (rank.id != 0) co_return;
  auto& checkpoints = epochs_[static_cast<std::size_t>(epoch - 1)].result.checkpoints;
  span.number = static_cast<std::int64_t>(checkpoints.size()) + 1;
  span.bytes = checkpoint_files_.size();
  checkpoints.push_back(span);
}

// Reads the checkpoint that the rank goes on from. Where the folder has a checkpoint of an earlier run it is
// the first one, and this run's follow it.
Task<> TrainingJob::restore(Rank& rank, std::int64_t number) {
  SpanResult span;
  span.read = true;
  span.start = sim_.now();
  rank.account.begin(Cause::checkpoint);
  co_await read_checkpoint(rank, number);
  span.end = span.durable = sim_.now();
  co_await meet(rank, Cause::checkpoint);
  span.all_end = sim_.now();
  spend(rank, Cause::checkpoint);
  if (rank.id != 0) co_return;
  span.from_storage = read_of_checkpoints().fetched;
  for (const auto& each : ranks_)
    for (const FileInfo& file : checkpoint_files_.restored_by(number, each->id)) span.bytes += file.size;
  span.number = static_cast<std::int64_t>(lone_checkpoints_.size()) + 1;
  lone_checkpoints_.push_back(span);
}

RankId TrainingJob::owner_read_by(RankId rank) const {
  if (!work_.checkpoint.recovery_rank_shift) return rank;
  return static_cast<RankId>((rank + ranks_on_node_) % static_cast<std::int64_t>(ranks_.size()));
}

Task<> TrainingJob::read_checkpoint(Rank& rank, std::int64_t number) {
  FileSystem& storage = seats_[static_cast<std::size_t>(rank.id)].at(Purpose::checkpoints);
  const RankId owner = owner_read_by(rank.id);
  co_await read_files(storage, checkpoint_files_.restored_by(number, owner), rank.account);
}

// Runs a rank of a job that does not train: it writes its checkpoints one after another, then reads them back
// in the same order, each rank its own files. Durations are rank 0's, as in DLIO.
Task<> TrainingJob::checkpoints_only(Rank& rank) {
  if (startup_) co_await start_up(rank);
  const bool any = work_.checkpoint.enabled;
  const std::int64_t writes = any ? std::max<std::int64_t>(0, work_.checkpoint.writes) : 0;
  const std::int64_t reads = any ? std::max<std::int64_t>(0, work_.checkpoint.reads) : 0;
  for (std::int64_t i = 0; i < writes + reads; ++i) {
    if (i == writes) co_await prepare_reading(rank);
    SpanResult span;
    span.read = i >= writes;
    span.number = (span.read ? i - writes : i) + 1;
    span.start = sim_.now();
    span.file_number = span.number - 1;
    rank.account.begin(Cause::checkpoint);
    co_await transfer_checkpoint(rank, span.file_number, span.read);
    span.end = sim_.now();
    if (span.read) span.durable = span.end;
    co_await meet(rank, Cause::checkpoint);
    span.all_end = sim_.now();
    spend(rank, Cause::checkpoint);
    if (rank.id == 0) {
      span.bytes = checkpoint_files_.size();
      span.from_storage = read_of_checkpoints().fetched;
      lone_checkpoints_.push_back(span);
    }
    rank.account.begin(Cause::host);
    co_await sim_.delay(work_.checkpoint.time_between, pause_);
    spend(rank, Cause::host);
  }
  end_rank(rank);
}

Task<> TrainingJob::transfer_checkpoint(Rank& rank, std::int64_t number, bool reading) {
  if (reading) {
    const RankId owner = owner_read_by(rank.id);
    FileSystem& storage = seats_[static_cast<std::size_t>(rank.id)].at(Purpose::checkpoints);
    co_await read_files(storage, checkpoint_files_.of(number, owner), rank.account);
  } else {
    co_await writer_->save(rank.id, number, rank.account);
  }
  if (work_.checkpoint.rank_sync) co_await meet(rank, Cause::checkpoint);
}

// Waits until what was written is on the storage, and drops the node's caches: what is read back is not in
// its memory. These are the rules of the benchmark.
Task<> TrainingJob::prepare_reading(Rank& rank) {
  rank.account.begin(Cause::checkpoint);
  co_await writer_->settle(rank.account);
  spend(rank, Cause::checkpoint);
  seats_[static_cast<std::size_t>(rank.id)].at(Purpose::checkpoints).drop_caches();
}

void TrainingJob::end_rank(Rank& rank) {
  rank.account.begin(Cause::idle);
  ended_ = sim_.now();
  mark_end(scope_.path());
  ++ranks_ended_;
}

void TrainingJob::begin_block(Rank& rank, std::int64_t epoch) {
  rank.books.meter.begin_block(sim_.now());
  rank.in_block = true;
  ++rank.books.blocks;
  if (spec_.step_times) {
    RankSteps& steps = rank.kept.emplace_back();
    steps.rank = rank.id;
    steps.block = rank.books.blocks;
    steps.start = sim_.now();
  }
  if (rank.id != 0) return;
  SpanResult block;
  block.number = rank.books.blocks;
  block.start = block.end = sim_.now();
  epochs_[static_cast<std::size_t>(epoch - 1)].result.blocks.push_back(block);
}

void TrainingJob::end_block(Rank& rank, std::int64_t epoch) {
  if (!rank.in_block) return;
  rank.in_block = false;
  rank.books.meter.end_block(sim_.now());
  if (spec_.step_times) rank.kept.back().end = sim_.now();
  if (rank.id != 0) return;
  SpanResult& block = epochs_[static_cast<std::size_t>(epoch - 1)].result.blocks.back();
  block.end = sim_.now();
}

// Notes what an epoch was given, and what of it came from the storage. What a cache of the job had, too, was
// delivered.
void TrainingJob::add_reads(EpochResult& epoch) {
  const ReadTally reads = since_taken(training_sets_.reads(seats_), epochs_read_);
  const Bytes hits = caches_ ? caches_->result().bytes_hit : Bytes();
  epoch.delivered = reads.given + hits - cache_hits_;
  epoch.from_storage = reads.fetched;
  cache_hits_ = hits;
}

void TrainingJob::end_epoch(Rank& rank, std::int64_t epoch) {
  EpochTotals& totals = epochs_[static_cast<std::size_t>(epoch - 1)];
  const DlioMeter::Epoch own = rank.books.meter.take_epoch();
  const auto add = [](std::optional<double>& sum, const std::optional<double>& part) {
    sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
  };
  if (!federation_) {  // A round's figures are those of its participants together.
    add(totals.au_sum, own.au_percent);
    add(totals.rate_sum, own.samples_per_second);
  }
  totals.first_batch_sum += rank.books.first_batch;
  totals.result.first_batch_max = std::max(totals.result.first_batch_max, rank.books.first_batch);
  std::move(rank.kept.begin(), rank.kept.end(), std::back_inserter(totals.result.rank_steps));
  rank.kept.clear();
  ++totals.ranks_done;
  if (totals.ranks_done == static_cast<std::int64_t>(ranks_.size())) {
    add_reads(totals.result);
    extend(totals);
  }
  const Time begun = rank.books.epoch_begun;
  rank.books.begin_next_epoch();
  if (rank.id != 0) return;
  totals.result.epoch = epoch;
  totals.result.start = begun;
  totals.result.end = sim_.now();
}

}  // namespace headrace
