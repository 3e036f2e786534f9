#include "models/loaders/tf_data/tf_data_loader.h"

#include <algorithm>
#include <utility>

#include "models/loaders/tf_data/interleave.h"
#include "models/loaders/tf_data/map.h"
#include "models/loaders/tf_data/parallel_interleave.h"
#include "models/loaders/tf_data/parallel_map.h"
#include "models/loaders/tf_data/repeat.h"
#include "models/loaders/tf_data/shuffle_buffer.h"

namespace headrace {

namespace {
// Returns what is known of a pipeline without files in turn: a cycle of one. A longer cycle than the rank
// has files is as long as those.
InterleaveSpec interleave_of(const LoaderContext& context) {
  InterleaveSpec spec = context.spec.tf_data.interleave.value_or(InterleaveSpec());
  spec.cycle_length = std::clamp<std::int64_t>(FileList(context, 1).size(), 1, spec.cycle_length);
  return spec;
}

constexpr std::size_t kFirstReader = 1;  // Among the watch's makers, behind the prefetch.

Parallelism parallelism_of(const LoaderContext& context, std::int64_t calls) {
  return Parallelism(calls, context.node.cores().at_once(), context.spec.tf_data.autotune_after);
}
}  // namespace

TfDataLoader::TfDataLoader(const LoaderContext& context)
    : context_(context),
      sim_(context.scope.sim()),
      interleave_(interleave_of(context)),
      map_(context.spec.tf_data.map.value_or(MapSpec())),
      reads_(parallelism_of(context, interleave_.num_parallel_calls)),
      maps_(parallelism_of(context, map_.num_parallel_calls)),
      readers_(reads_.none() ? 1 : ParallelInterleave::readers(interleave_, reads_)),
      steps_(context.data.samples() / context.batch_size / context.ranks),
      handover_(context.scope.random("handover")),
      shuffle_(context.scope.random("shuffle")),
      watch_(*context.account, 1 + readers_ + 1 + maps_.most()),
      setting_(context_, watch_) {
  if (context.spec.sample_shuffle != Shuffle::off) setting_.shuffle_buffer = context.spec.shuffle_size;
}

std::unique_ptr<Stage> TfDataLoader::stages_of(std::int64_t epoch) {
  const std::size_t first_mapper = kFirstReader + static_cast<std::size_t>(readers_);
  const FileList files(context_, epoch);
  auto pass = [this, files, first_mapper] {
    std::unique_ptr<Stage> read, mapped;
    if (reads_.none()) {
      read = std::make_unique<Interleave>(setting_, files, interleave_);
    } else {
      read = std::make_unique<ParallelInterleave>(setting_, files, interleave_, reads_, kFirstReader);
    }
    if (maps_.none()) {
      mapped = std::make_unique<Map>(setting_, std::move(read));
    } else {
      mapped = std::make_unique<ParallelMap>(setting_, std::move(read), map_, maps_, first_mapper);
    }
    return mapped;
  };
  std::unique_ptr<Stage> stages =
      std::make_unique<Repeat<decltype(pass)>>(std::move(pass), steps_ * context_.batch_size);
  if (setting_.shuffle_buffer > 0)
    stages = std::make_unique<ShuffleBuffer>(std::move(stages), setting_.shuffle_buffer, shuffle_);
  return stages;
}

void TfDataLoader::begin_epoch(std::int64_t epoch, std::int64_t left_out) {
  left_out_ = left_out;
  epoch_ = std::make_unique<Epoch>(sim_, stages_of(epoch));
  if (context_.spec.prefetch_size > 0)
    epoch_->prefetch.spawn_daemon(context_.scope.path() + "/prefetch", prefetch(*epoch_));
}

void TfDataLoader::end_epoch() {
  epoch_.reset();
  watch_.clear();
}

// Counts the batches that are prefetched, and what the stages before them hold once the loop waits.
double TfDataLoader::read_once_taken(std::int64_t batches) const {
  double held = static_cast<double>(std::max<std::int64_t>(0, setting_.shuffle_buffer - 1) + maps_.most());
  if (!reads_.none())
    held += static_cast<double>(interleave_.cycle_length * interleave_.block_length) *
            static_cast<double>(ParallelInterleave::kBlocksAhead);
  const double read =
      static_cast<double>(batches + ahead()) + held / static_cast<double>(context_.batch_size);
  return std::min(read, static_cast<double>(steps_));
}

Task<std::optional<Batch>> TfDataLoader::next() {
  Epoch& epoch = *epoch_;
  for (; left_out_ > 0; --left_out_) co_await take(epoch);
  std::optional<Batch> batch = co_await take(epoch);
  if (batch)
    co_await sim_.delay(context_.node.host_work().tensorflow.handover.draw(handover_),
                        context_.node.software());
  co_return batch;
}

// Takes the next batch, or makes it where nothing is prefetched.
Task<std::optional<Batch>> TfDataLoader::take(Epoch& epoch) {
  watch_.wait_for(epoch.taken++);
  std::optional<Batch> batch;
  if (context_.spec.prefetch_size == 0) {
    batch = co_await make_batch(epoch, *context_.account);
  } else {
    while (epoch.ready.empty() && !epoch.has_ended) co_await epoch.made.next();
    if (!epoch.ready.empty()) {
      batch = epoch.ready.front();
      epoch.ready.pop_front();
      epoch.room.tell();
    }
  }
  watch_.end();
  co_return batch;
}

// Makes a batch; elements that fill none are dropped.
Task<std::optional<Batch>> TfDataLoader::make_batch(Epoch& epoch, Account& account) {
  Batch batch(epoch.batches_made, context_.batch_size, 0, 0);
  for (std::int64_t k = 0; k < context_.batch_size; ++k) {
    const std::optional<Element> element = co_await epoch.stages->next(account);
    if (!element) co_return std::nullopt;
    if (k == 0) batch.first = element->sample;
    batch.last = element->sample;
  }
  ++epoch.batches_made;
  batch.made = sim_.now();
  co_return batch;
}

// Keeps no more than the prefetch holds, the batch that is being made included.
Task<> TfDataLoader::prefetch(Epoch& epoch) {
  Watch::Maker& maker = watch_.maker(0);
  while (!epoch.has_ended) {
    while (static_cast<std::int64_t>(epoch.ready.size()) >= context_.spec.prefetch_size)
      co_await epoch.room.next();
    maker.begin(epoch.batches_made);
    const std::optional<Batch> batch = co_await make_batch(epoch, maker);
    maker.end();
    epoch.has_ended = !batch;
    if (batch) epoch.ready.push_back(*batch);
    epoch.made.tell();
  }
}

}  // namespace headrace
