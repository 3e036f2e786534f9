#include "models/loaders/tfrecord_loader.h"

#include <algorithm>
#include <string>

#include "models/loaders/next_use.h"

namespace headrace {

namespace {
std::size_t at_least_one(std::int64_t n) { return static_cast<std::size_t>(std::max<std::int64_t>(1, n)); }
}  // namespace

TfRecordLoader::Epoch::Epoch(TfRecordLoader& loader)
    : prefetched(loader.sim_, "batches", at_least_one(loader.context_.spec.prefetch_size)),
      processes(loader.sim_) {
  Simulation& sim = loader.sim_;
  for (std::size_t t = 0; t < loader.preprocess_.size(); ++t) {
    to_map.emplace_back(sim, "batches to preprocess", 1);
    mapped.emplace_back(sim, "preprocessed batches", 1);
  }
}

TfRecordLoader::TfRecordLoader(const LoaderContext& context)
    : context_(context),
      sim_(context.scope.sim()),
      moved_per_byte_(cost_of(context.data.spec().format).bytes_moved_per_byte),
      decode_(context.node.host_work().decode.of(context.data.spec().format)),
      preprocesses_(context.scope.blamed("preprocess")),
      sharded_by_sample_(context.data.files() < context.ranks),
      steps_(context.data.files() * context.data.spec().samples_per_file / context.batch_size /
             context.ranks),
      handover_(context.scope.random("handover")),
      busy_(context.scope.gauge("readers_busy", Unit::count)),
      watch_(*context.account,
             std::max<std::int64_t>(1, context.spec.read_threads) + context.spec.computation_threads) {
  if (context.spec.preprocess_time == Distribution()) return;
  for (std::int64_t t = 0; t < context.spec.computation_threads; ++t)
    preprocess_.push_back(context.scope.part("map", t).random("preprocess"));
}

void TfRecordLoader::begin_epoch(std::int64_t epoch, std::int64_t left_out) {
  number_ = epoch;
  left_out_ = left_out;
  taken_ = 0;
  epoch_ = std::make_unique<Epoch>(*this);
  const std::string path = context_.scope.path();
  begin_pass();
  epoch_->processes.spawn_daemon(path + "/assemble", assemble());
  for (std::size_t t = 0; t < epoch_->to_map.size(); ++t)
    epoch_->processes.spawn_daemon(path + "/map/" + std::to_string(t), map(static_cast<std::int64_t>(t)));
  if (!epoch_->to_map.empty()) epoch_->processes.spawn_daemon(path + "/collect", collect());
}

// Sets readers to work on all files of the rank. Those of a pass before have ended.
void TfRecordLoader::begin_pass() {
  Epoch& epoch = *epoch_;
  epoch.readers.clear();
  for (std::size_t r = 0; r < at_least_one(context_.spec.read_threads); ++r) epoch.readers.emplace_back(sim_);
  epoch.live_readers = epoch.readers.size();
  for (std::size_t r = 0; r < epoch.readers.size(); ++r)
    epoch.processes.spawn_daemon(context_.scope.path() + "/reader/" + std::to_string(r),
                                 read(static_cast<std::int64_t>(r)));
}

void TfRecordLoader::end_epoch() {
  epoch_.reset();
  watch_.clear();
  note_reading(static_cast<int>(-reading_));
}

std::int64_t TfRecordLoader::ahead() const { return std::max<std::int64_t>(1, context_.spec.prefetch_size); }

// Each reader has the samples of a transfer ready, and those of another in its hands; the shuffle buffer is
// full; a batch waits for room behind those that are prefetched, and three at each thread that preprocesses.
double TfRecordLoader::read_once_taken(std::int64_t batches) const {
  const Bytes sample = context_.data.sample_length(0);
  const auto readers = static_cast<double>(std::max<std::int64_t>(1, context_.spec.read_threads));
  const double of_transfer = std::max(
      1.0, static_cast<double>(context_.spec.transfer_size.count()) / static_cast<double>(sample.count()));
  const bool shuffles = context_.spec.sample_shuffle != Shuffle::off;
  const double buffered = shuffles ? static_cast<double>(context_.spec.shuffle_size) : 0;
  const auto whole = static_cast<double>(ahead() + 1 + 3 * static_cast<std::int64_t>(preprocess_.size()));
  const double read = static_cast<double>(batches) + whole +
                      (2 * readers * of_transfer + buffered) / static_cast<double>(context_.batch_size);
  return std::min(read, static_cast<double>(steps_));
}

double TfRecordLoader::readers_busy() const {
  return busy_.mean(sim_.now()) / static_cast<double>(at_least_one(context_.spec.read_threads));
}

Task<std::optional<Batch>> TfRecordLoader::next() {
  for (; left_out_ > 0; --left_out_) {
    watch_.wait_for(taken_++);
    co_await epoch_->prefetched.pop();
  }
  watch_.wait_for(taken_++);
  std::optional<Batch> batch = co_await epoch_->prefetched.pop();
  watch_.end();
  if (batch)
    co_await sim_.delay(context_.node.host_work().tensorflow.handover.draw(handover_),
                        context_.node.software());
  co_return batch;
}

std::int64_t TfRecordLoader::files_of_rank() const {
  const std::int64_t files = context_.data.files();
  return sharded_by_sample_ ? files : (files - context_.rank + context_.ranks - 1) / context_.ranks;
}

std::int64_t TfRecordLoader::file_of_rank(std::int64_t place) const {
  return sharded_by_sample_ ? place : context_.rank + place * context_.ranks;
}

void TfRecordLoader::note_reading(int change) {
  reading_ += change;
  busy_.set(sim_.now(), static_cast<double>(reading_));
}

Task<> TfRecordLoader::read(std::int64_t number) {
  Epoch& epoch = *epoch_;
  Reader& reader = epoch.readers[static_cast<std::size_t>(number)];
  Account& account = watch_.maker(static_cast<std::size_t>(number));
  const std::int64_t files = files_of_rank();
  const auto step = static_cast<std::int64_t>(epoch.readers.size());
  for (std::int64_t place = number; place < files; place += step) co_await read_file(reader, place, account);
  reader.runs.close();
}

// Files come in the same order in every epoch.
std::int64_t TfRecordLoader::next_use(std::int64_t place) const {
  return number_ < context_.epochs ? moment_of(number_ + 1, place) : kNeverAgain;
}

// Reads a file, by transfers, and hands its samples on. A sample is there when the transfer that holds its
// last byte is.
Task<> TfRecordLoader::read_file(Reader& reader, std::int64_t place, Account& account) {
  const std::int64_t file = file_of_rank(place);
  SampleCache* const cache = context_.cache;
  const CacheKey key{static_cast<std::uint64_t>(file), 0};
  const FileInfo info = context_.data.file(file);
  const Bytes sample = context_.data.sample_length(file);
  const Bytes transfer = context_.spec.transfer_size > Bytes() ? context_.spec.transfer_size : sample;
  const SampleId first = file * context_.data.spec().samples_per_file;
  std::int64_t given = 0;
  note_reading(+1);
  const bool cached = cache != nullptr && cache->lookup(key, info.size, next_use(place));
  std::optional<HeldFile> held;
  if (!cached) held.emplace(context_.storage, co_await context_.storage.open(info, account));
  for (Bytes at; at < info.size;) {
    const Bytes length = std::min(transfer, info.size - at);
    ThreadWork decode{length / decode_, length * moved_per_byte_, context_.node.decodes()};
    if (cached) {
      co_await cache->read(key, at, length, account);
    } else {
      co_await context_.storage.read(held->handle(), at, length, IoMode::buffered, account, &decode);
    }
    co_await context_.node.work(decode, account);
    account.spend(Activity::decode, sim_.now());
    at += length;
    const std::int64_t complete = at / sample;
    if (complete == given) continue;
    const Run run(first + given, complete - given);
    given = complete;
    note_reading(-1);
    co_await reader.runs.push(run);
    note_reading(+1);
  }
  if (!cached) {
    co_await context_.storage.close(held->release(), account);
    held.reset();
    if (cache != nullptr) cache->keep(key, info.size, next_use(place));
  }
  note_reading(-1);
}

// Turns runs of samples into batches. Only counts move: which samples a shuffle
// buffer hands on changes nothing that the storage or the trainer can see.
class TfRecordLoader::Assembler {
 public:
  explicit Assembler(const LoaderContext& context, bool by_sample)
      : batch_size_(context.batch_size),
        ranks_(by_sample ? context.ranks : 1),
        rank_(by_sample ? context.rank : 0) {
    buffer_ = context.spec.sample_shuffle == Shuffle::off ? 0 : context.spec.shuffle_size;
  }

  // Takes samples from the front of a run, at most up to the end of a batch;
  // returns how many.
  std::int64_t take(SampleId first, std::int64_t count) {
    if (fresh_) first_ = first;
    fresh_ = false;
    // Samples of the stream up to the one that completes the batch, kept ones being rank_, rank_ + P, …
    const std::int64_t kept_to_go = batch_size_ - in_batch_ + std::max<std::int64_t>(0, buffer_ - in_buffer_);
    const std::int64_t to_next_kept = (rank_ - position_ % ranks_ + ranks_) % ranks_;
    const std::int64_t taken = std::min(count, to_next_kept + (kept_to_go - 1) * ranks_ + 1);
    const std::int64_t kept = taken > to_next_kept ? (taken - to_next_kept - 1) / ranks_ + 1 : 0;
    position_ += taken;
    const std::int64_t into_buffer = std::min(kept, std::max<std::int64_t>(0, buffer_ - in_buffer_));
    in_buffer_ += into_buffer;
    in_batch_ += kept - into_buffer;
    last_ = first + taken - 1;
    return taken;
  }
  // Drains the shuffle buffer into the batch, as the source has ended.
  void drain() {
    const std::int64_t moved = std::min(in_buffer_, batch_size_ - in_batch_);
    in_buffer_ -= moved;
    in_batch_ += moved;
  }
  bool complete() const { return in_batch_ == batch_size_; }
  std::int64_t made() const { return made_; }
  // Begins the files again: what is left in batch and buffer is dropped.
  void begin_pass() {
    in_batch_ = in_buffer_ = position_ = 0;
    fresh_ = true;
  }
  Batch batch() {
    in_batch_ = 0;
    fresh_ = true;
    return Batch(made_++, batch_size_, first_, last_);
  }

 private:
  std::int64_t batch_size_, ranks_, rank_;
  std::int64_t buffer_ = 0, in_buffer_ = 0, in_batch_ = 0, position_ = 0, made_ = 0;
  SampleId first_ = 0, last_ = 0;
  bool fresh_ = true;
};

// Makes the batches of an epoch. The files are begun again, as DLIO's Dataset.repeat() does, until there is a
// batch for each step; what TensorFlow would read ahead beyond the last one is left out.
Task<> TfRecordLoader::assemble() {
  Epoch& epoch = *epoch_;
  Assembler assembler(context_, sharded_by_sample_);
  co_await assemble_pass(assembler, false);
  for (std::int64_t before = 0; assembler.made() > before && assembler.made() < steps_;) {
    before = assembler.made();
    assembler.begin_pass();
    begin_pass();
    co_await assemble_pass(assembler, true);
  }
  if (epoch.to_map.empty()) epoch.prefetched.close();
  for (Channel<Batch>& channel : epoch.to_map) channel.close();
}

// Makes batches of the readers' samples, taking from each in turn, until they have no more; of a pass that is
// `repeated` no more than the epoch has steps. No turn is a coroutine of its own: files of small samples have
// one every few hundred KiB.
Task<> TfRecordLoader::assemble_pass(Assembler& assembler, bool repeated) {
  Epoch& epoch = *epoch_;
  for (std::size_t turn = 0;; turn = turn + 1 < epoch.readers.size() ? turn + 1 : 0) {
    if (repeated && assembler.made() == steps_) co_return;
    if (epoch.live_readers > 0) {
      Reader& reader = epoch.readers[turn];
      if (reader.left.count == 0 && !reader.ended) {
        Watch::Maker* const maker = reader.runs.size() == 0 ? &watch_.maker(turn) : nullptr;
        if (maker != nullptr) maker->begin(assembler.made());
        const std::optional<Run> run = co_await reader.runs.pop();
        if (maker != nullptr) maker->end();
        reader.ended = !run;
        if (reader.ended) --epoch.live_readers;
        if (run) reader.left = *run;
      }
      if (reader.ended) continue;
      // A reader offers one sample a turn, or all that it has when nobody else has a turn.
      const std::int64_t offered = epoch.live_readers == 1 ? reader.left.count : 1;
      const std::int64_t taken = assembler.take(reader.left.first, offered);
      reader.left.first += taken;
      reader.left.count -= taken;
    } else {
      assembler.drain();
      if (!assembler.complete()) co_return;
    }
    if (!assembler.complete()) continue;
    Batch batch = assembler.batch();
    batch.made = sim_.now();
    if (epoch.to_map.empty()) {
      co_await epoch.prefetched.push(batch);
    } else {
      const std::int64_t thread = batch.index % context_.spec.computation_threads;
      co_await epoch.to_map[static_cast<std::size_t>(thread)].push(batch);
    }
  }
}

Watch::Maker& TfRecordLoader::mapping(std::size_t thread) {
  return watch_.maker(at_least_one(context_.spec.read_threads) + thread);
}

Task<> TfRecordLoader::map(std::int64_t thread) {
  Epoch& epoch = *epoch_;
  const auto own = static_cast<std::size_t>(thread);
  RandomStream& times = preprocess_[own];
  while (std::optional<Batch> batch = co_await epoch.to_map[own].pop()) {
    mapping(own).begin(batch->index);
    mapping(own).spend(Activity::delivery, sim_.now());
    ThreadWork work;
    work.part = preprocesses_;
    for (std::int64_t k = 0; k < batch->samples; ++k) work.span += context_.spec.preprocess_time.draw(times);
    co_await context_.node.work(work, mapping(own));
    mapping(own).spend(Activity::preprocess, sim_.now());
    mapping(own).end();
    batch->made = sim_.now();
    co_await epoch.mapped[own].push(*batch);
  }
  epoch.mapped[own].close();
}

// Collects the threads' batches in order: the first that never comes is the end.
Task<> TfRecordLoader::collect() {
  Epoch& epoch = *epoch_;
  for (std::size_t i = 0;; ++i) {
    std::optional<Batch> batch = co_await epoch.mapped[i % epoch.mapped.size()].pop();
    if (!batch) break;
    co_await epoch.prefetched.push(*batch);
  }
  epoch.prefetched.close();
}

}  // namespace headrace
