// What a rank does, as DLIO's main loop does it.

#include "models/workloads/rank.h"

#include <algorithm>

namespace headrace {

// Everything since the last call was for this cause: nothing of a rank's time
// is counted twice or left out.
void TrainingJob::spend(Rank& rank, Cause cause) {
  rank.spent[static_cast<std::size_t>(cause)] += sim_.now() - rank.accounted;
  rank.accounted = sim_.now();
}

Task<> TrainingJob::train(Rank& rank) {
  for (std::int64_t epoch = 1; epoch <= work_.training.epochs; ++epoch) {
    rank.epoch_begun = sim_.now();
    co_await sim_.delay(spec_.host.epoch_overhead);
    spend(rank, Cause::host);
    co_await train_epoch(rank, epoch);
    if (evaluates_after(epoch)) co_await evaluate(rank, epoch);
    co_await barrier_.arrive();
    spend(rank, Cause::barrier_wait);
    end_epoch(rank, epoch);
  }
  ended_ = sim_.now();
}

Task<> TrainingJob::train_epoch(Rank& rank, std::int64_t epoch) {
  rank.loader->begin_epoch(epoch);
  rank.blocks = 0;
  begin_block(rank, epoch);
  for (std::int64_t number = 1; number <= steps_; ++number) {
    co_await step(rank, epoch, number);
    if (!rank.schedule.after_step(number)) continue;
    end_block(rank, epoch);
    co_await checkpoint(rank, epoch);
    if (number < steps_) begin_block(rank, epoch);
  }
  end_block(rank, epoch);
  rank.loader->end_epoch();
  if (rank.schedule.after_epoch(epoch)) co_await checkpoint(rank, epoch);
}

Task<> TrainingJob::step(Rank& rank, std::int64_t epoch, std::int64_t number) {
  const Time begun = sim_.now();
  std::optional<Batch> batch = co_await rank.loader->next();
  if (!batch) co_await missing_batches_.pop();
  const Duration load = sim_.now() - begun;
  spend(rank, Cause::storage_wait);
  if (number == 1) {
    rank.first_batch = load;
    first_batch_wait_.record(load);
  } else {
    step_wait_.record(load);
  }
  const Duration compute = work_.training.computation_time.draw(rank.computation);
  co_await sim_.delay(compute);
  spend(rank, Cause::compute);
  co_await sim_.delay(spec_.host.step_overhead.draw(rank.host));
  spend(rank, Cause::host);
  co_await barrier_.arrive();
  spend(rank, Cause::barrier_wait);
  rank.meter.step(load, compute);
  ++steps_done_;
  epochs_[static_cast<std::size_t>(epoch - 1)].result.steps = number;
}

bool TrainingJob::evaluates_after(std::int64_t epoch) const {
  const EvaluationSpec& evaluation = work_.evaluation;
  return evaluation_steps_ > 0 && epoch >= evaluation.after_epoch &&
         (epoch - evaluation.after_epoch) % evaluation.epochs_between == 0;
}

Task<> TrainingJob::evaluate(Rank& rank, std::int64_t epoch) {
  SpanResult span;
  span.start = sim_.now();
  rank.evaluation_loader->begin_epoch(epoch);
  for (std::int64_t number = 1; number <= evaluation_steps_; ++number) {
    std::optional<Batch> batch = co_await rank.evaluation_loader->next();
    if (!batch) co_await missing_batches_.pop();
    co_await sim_.delay(work_.evaluation.evaluation_time.draw(rank.computation));
    co_await barrier_.arrive();
  }
  rank.evaluation_loader->end_epoch();
  spend(rank, Cause::evaluation);
  span.end = sim_.now();
  if (rank.id == 0) epochs_[static_cast<std::size_t>(epoch - 1)].result.evaluations.push_back(span);
}

Task<> TrainingJob::checkpoint(Rank& rank, std::int64_t epoch) {
  SpanResult span;
  span.start = sim_.now();
  co_await transfer_checkpoint(rank, checkpoints_written_, false);
  span.end = sim_.now();
  co_await barrier_.arrive();
  spend(rank, Cause::checkpoint);
  if (rank.id != 0) co_return;
  ++checkpoints_written_;
  auto& checkpoints = epochs_[static_cast<std::size_t>(epoch - 1)].result.checkpoints;
  span.number = static_cast<std::int64_t>(checkpoints.size()) + 1;
  span.bytes = checkpoint_size(work_.checkpoint, static_cast<std::int64_t>(ranks_.size()));
  checkpoints.push_back(span);
}

// Files are numbered without gaps, checkpoint after checkpoint and rank after rank, so that they are dealt to
// the targets in turn and no two share a number.
FileInfo TrainingJob::checkpoint_file(std::int64_t number, RankId writer) const {
  FileInfo info;
  info.id.set = checkpoint_set_;
  info.id.index =
      number * checkpoint_files_before_.back() + checkpoint_files_before_[static_cast<std::size_t>(writer)];
  info.directory = number;
  info.layout = spec_.layout;
  return info;
}

Task<> TrainingJob::transfer_checkpoint(Rank& rank, std::int64_t number, bool reading) {
  const auto ranks = static_cast<std::int64_t>(ranks_.size());
  FileSystem& storage = *seats_[static_cast<std::size_t>(rank.id)].storage;
  const bool shift = reading && work_.checkpoint.recovery_rank_shift;
  const auto owner = static_cast<RankId>(shift ? (rank.id + ranks_on_node_) % ranks : rank.id);
  std::vector<Bytes> files = checkpoint_files(work_.checkpoint, owner, ranks);
  const FileInfo first = checkpoint_file(number, owner);
  if (reading) {
    co_await read_checkpoint(storage, first, std::move(files));
  } else {
    co_await write_checkpoint(storage, first, std::move(files), work_.checkpoint.fsync);
  }
  if (work_.checkpoint.rank_sync) co_await barrier_.arrive();
}

// A job that does not train writes its checkpoints one after another, then reads
// them back in the same order. Durations are rank 0's, as in DLIO.
Task<> TrainingJob::checkpoints_only(Rank& rank) {
  const std::int64_t writes =
      work_.checkpoint.enabled ? std::max<std::int64_t>(0, work_.checkpoint.writes) : 0;
  const std::int64_t reads = work_.checkpoint.enabled ? std::max<std::int64_t>(0, work_.checkpoint.reads) : 0;
  for (std::int64_t i = 0; i < writes + reads; ++i) {
    SpanResult span;
    span.read = i >= writes;
    span.number = (span.read ? i - writes : i) + 1;
    span.start = sim_.now();
    co_await transfer_checkpoint(rank, span.number - 1, span.read);
    span.end = sim_.now();
    co_await barrier_.arrive();
    spend(rank, Cause::checkpoint);
    if (rank.id == 0) {
      span.bytes = checkpoint_size(work_.checkpoint, static_cast<std::int64_t>(ranks_.size()));
      lone_checkpoints_.push_back(span);
    }
    co_await sim_.delay(work_.checkpoint.time_between);
    spend(rank, Cause::host);
  }
  ended_ = sim_.now();
}

void TrainingJob::begin_block(Rank& rank, std::int64_t epoch) {
  rank.meter.begin_block(sim_.now());
  rank.in_block = true;
  ++rank.blocks;
  if (rank.id != 0) return;
  SpanResult block;
  block.number = rank.blocks;
  block.start = block.end = sim_.now();
  epochs_[static_cast<std::size_t>(epoch - 1)].result.blocks.push_back(block);
}

void TrainingJob::end_block(Rank& rank, std::int64_t epoch) {
  if (!rank.in_block) return;
  rank.in_block = false;
  rank.meter.end_block(sim_.now());
  if (rank.id != 0) return;
  SpanResult& block = epochs_[static_cast<std::size_t>(epoch - 1)].result.blocks.back();
  block.end = sim_.now();
}

void TrainingJob::end_epoch(Rank& rank, std::int64_t epoch) {
  EpochTotals& totals = epochs_[static_cast<std::size_t>(epoch - 1)];
  const DlioMeter::Epoch own = rank.meter.take_epoch();
  totals.au_sum += own.au_percent;
  totals.rate_sum += own.samples_per_second;
  totals.first_batch_sum += rank.first_batch;
  totals.result.first_batch_max = std::max(totals.result.first_batch_max, rank.first_batch);
  ++totals.ranks_done;
  if (rank.id != 0) return;
  totals.result.epoch = epoch;
  totals.result.start = rank.epoch_begun;
  totals.result.end = sim_.now();
}

}  // namespace headrace
