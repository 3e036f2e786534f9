#include "models/loaders/worker_loader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headrace {

namespace {
constexpr std::int64_t kMovedByCopy = 3;  // Read, write, and the line fetched for the write [assumed].

// Returns what so many bytes take; at a rate of none, no time.
Duration at(Bandwidth rate, Bytes size) { return rate > Bandwidth() ? size / rate : Duration(); }
}  // namespace

WorkerLoader::Epoch::Epoch(WorkerLoader& loader, std::int64_t epoch, std::int64_t left_out)
    : number(epoch),
      order(loader.orders_.order(epoch, loader.context_.rank)),
      plan(order->size(), loader.context_.batch_size, loader.threads_with_runs()),
      batches(plan.batches()),
      first(std::min(left_out, batches)),
      taken(first),
      to_pin(loader.sim_, "batches to pin",
             static_cast<std::size_t>(std::max<std::int64_t>(1, loader.plan_.workers * loader.plan_.ahead))),
      handed(static_cast<std::size_t>(loader.plan_.workers)),
      started(loader.sim_, "workers"),
      processes(loader.sim_) {
  const auto ahead = static_cast<std::size_t>(loader.plan_.ahead);
  for (std::int64_t w = 0; w < loader.plan_.workers; ++w) {
    tasks.emplace_back(loader.sim_, "batch numbers", ahead);
    if (loader.plan_.in_order) ready.emplace_back(loader.sim_, "batches", ahead);
  }
  if (!loader.plan_.in_order) ready.emplace_back(loader.sim_, "batches", ahead * tasks.size());
}

WorkerLoader::WorkerLoader(const LoaderContext& context, const WorkerPlan& plan)
    : context_(context),
      plan_(plan),
      pytorch_(context.spec.kind == LoaderKind::pytorch ? &context.node.host_work().pytorch : nullptr),
      sim_(context.scope.sim()),
      handover_(context.scope.random("handover")),
      busy_(context.scope),
      dlio_(dlio_order_of(context, context.data, plan.runs)),
      orders_(context.shuffle != nullptr ? *context.shuffle : dlio_),
      library_(sim_, "library of the format", 1),
      watch_(*context.account, plan.workers + 1) {
  if (pytorch_ == nullptr && plan.workers > 1) context_.library = &library_;
  if (plan.workers == 0) preprocess_.push_back(context.scope.random("preprocess"));
  for (std::int64_t w = 0; w < plan.workers; ++w)
    preprocess_.push_back(context.scope.part("worker", w).random("preprocess"));
  batch_tensor_ = context.tensor * context.batch_size;
  if (context.cache == nullptr || !context.cache->needs_future()) return;
  FutureSpec future;
  future.epochs = context.epochs;
  future.first = context.cache->first();
  future.last = context.cache->last();
  future.batch_size = context.batch_size;
  future.threads = threads_with_runs();
  future_.emplace(orders_, future);
}

// Returns how many workers have a run of samples each; none of TensorFlow's threads have where a shuffle
// policy's order is the order of the batches, whoever makes them.
std::int64_t WorkerLoader::threads_with_runs() const {
  return plan_.runs && (pytorch_ != nullptr || context_.shuffle == nullptr) ? plan_.workers : 0;
}

DlioOrderSpec dlio_order_of(const LoaderContext& context, const Dataset& data, bool in_runs) {
  DlioOrderSpec spec;
  spec.samples = data.samples();
  spec.ranks = context.ranks;
  spec.shuffles_all = context.shuffles_all;
  spec.shuffle_in_block = in_runs;
  spec.pads = context.pads && !context.shuffles_all && !in_runs;
  spec.shuffle = std::max(context.spec.file_shuffle, context.spec.sample_shuffle);
  spec.seed = context.seed;
  spec.seed_change_epoch = context.seed_change_epoch;
  return spec;
}

void WorkerLoader::begin_epoch(std::int64_t epoch, std::int64_t left_out) {
  epoch_ = std::make_unique<Epoch>(*this, epoch, left_out);
  const bool starts = pytorch_ != nullptr && !(started_ && plan_.persistent);
  const Duration start = starts && !plan_.spawns ? pytorch_->worker_start : Duration();
  epoch_->runs = !(starts && plan_.spawns);
  started_ = true;
  if (plan_.workers == 0) own_threads_ = threads_of(preprocess_.front(), *context_.account);
  if (!epoch_->runs)
    epoch_->processes.spawn_daemon(context_.scope.path() + "/spawn", spawn_workers(plan_.workers));
  for (std::int64_t w = 0; w < plan_.workers; ++w)
    epoch_->processes.spawn_daemon(context_.scope.path() + "/worker/" + std::to_string(w), work(w, start));
  if (plan_.pin && plan_.workers > 0) epoch_->processes.spawn_daemon(context_.scope.path() + "/pin", pin());
  epoch_->handed_out = std::min(epoch_->batches, epoch_->first + plan_.workers * plan_.ahead);
  if (plan_.in_order) return;
  for (std::int64_t batch = epoch_->first; batch < epoch_->handed_out; ++batch)
    hand((batch - epoch_->first) % plan_.workers, batch);
}

// Starts workers one after another, on the loop's core: none of them has a batch to make before all run.
Task<> WorkerLoader::spawn_workers(std::int64_t workers) {
  Epoch& epoch = *epoch_;
  Watch::Maker& maker = watch_.maker(0);
  maker.begin(epoch.first);
  for (std::int64_t w = 0; w < workers; ++w)
    co_await context_.node.work(pytorch_->worker_spawn, Bytes(), maker);
  maker.spend(Activity::start_up, sim_.now());
  maker.end();
  epoch.runs = true;
  epoch.started.tell();
}

// Notes whose a batch is, out of order.
void WorkerLoader::hand(std::int64_t worker, std::int64_t batch) {
  epoch_->owners[batch] = worker;
  ++epoch_->handed[static_cast<std::size_t>(worker)];
}

// Returns the next worker in turn that has room for a batch. There is one: a batch has just been taken.
std::int64_t WorkerLoader::worker_with_room() {
  for (;;) {
    const std::int64_t worker = std::exchange(epoch_->turn, (epoch_->turn + 1) % plan_.workers);
    if (epoch_->handed[static_cast<std::size_t>(worker)] < plan_.ahead) return worker;
  }
}

WorkerLoader::Threads WorkerLoader::threads_of(RandomStream& preprocess, Account& account) {
  Threads threads;
  for (std::int64_t t = 0; t < plan_.threads; ++t)
    threads.emplace_back(context_, preprocess, future_ ? &*future_ : nullptr, account);
  return threads;
}

// Returns which queue of the loop's a batch comes by.
std::size_t WorkerLoader::queue_of(std::int64_t batch) const {
  return plan_.in_order ? static_cast<std::size_t>((batch - epoch_->first) % plan_.workers) : 0;
}

void WorkerLoader::end_epoch() {
  epoch_.reset();
  watch_.clear();
}

std::int64_t WorkerLoader::in_hand() const {
  std::size_t batches = epoch_->to_pin.size();
  for (const Channel<Batch>& of_worker : epoch_->ready) batches += of_worker.size();
  return static_cast<std::int64_t>(batches);
}

double WorkerLoader::read_once_taken(std::int64_t batches) const {
  return static_cast<double>(std::min(epoch_->batches, batches + ahead()));
}

double WorkerLoader::readers_busy() const { return busy_.share_of(std::max<std::int64_t>(1, plan_.workers)); }

Task<std::optional<Batch>> WorkerLoader::next() {
  Epoch& epoch = *epoch_;
  if (epoch.taken == epoch.batches) co_return std::nullopt;
  const std::int64_t index = epoch.taken++;
  if (plan_.workers == 0) {
    Batch own = co_await make_batch(own_threads_, index, *context_.account);
    own.made = sim_.now();
    co_return own;
  }
  watch_.wait_for(plan_.in_order ? index : epoch.owners.begin()->first);
  std::optional<Batch> batch = co_await epoch.ready[queue_of(index)].pop();
  watch_.end();
  if (!plan_.in_order) {
    const auto owner = epoch.owners.find(batch->index);
    --epoch.handed[static_cast<std::size_t>(owner->second)];
    epoch.owners.erase(owner);
  }
  // PyTorch takes the batch, tells a worker to make another, and only then frees the batch before it.
  HandOver spans;
  if (batch && pytorch_ != nullptr) spans = HandOver::draw(*pytorch_, in_memory(*batch), handover_);
  if (spans.take > Duration()) {
    co_await context_.node.work(spans.take, Bytes(), *context_.account);
    context_.account->spend(Activity::delivery, sim_.now());
  }
  if (epoch.handed_out < epoch.batches) {
    const std::int64_t more = epoch.handed_out++;
    const std::int64_t worker = plan_.in_order ? (more - epoch.first) % plan_.workers : worker_with_room();
    if (!plan_.in_order) hand(worker, more);
    co_await epoch.tasks[static_cast<std::size_t>(worker)].push(more);
  }
  if (spans.free > Duration()) co_await context_.node.work(spans.free, Bytes(), *context_.account);
  if (batch && pytorch_ == nullptr)
    co_await sim_.delay(context_.node.host_work().tensorflow.handover.draw(handover_),
                        context_.node.software());
  co_return batch;
}

// Makes a worker's batches: the first `ahead` are its own from the start; the others it is handed.
Task<> WorkerLoader::work(std::int64_t worker, Duration start) {
  Epoch& epoch = *epoch_;
  const auto own = static_cast<std::size_t>(worker);
  Watch::Maker& maker = watch_.maker(own);
  Threads threads = threads_of(preprocess_[own], maker);
  while (!epoch.runs) co_await epoch.started.next();
  maker.begin(epoch.first + worker);
  if (start > Duration()) co_await context_.node.work(start, Bytes(), maker);
  maker.spend(Activity::start_up, sim_.now());
  for (std::int64_t round = 0;; ++round) {
    std::optional<std::int64_t> index = epoch.first + worker + round * plan_.workers;
    if (round >= plan_.ahead) index = co_await epoch.tasks[own].pop();
    if (!index || *index >= epoch.batches) co_return;
    maker.begin(*index);
    maker.spend(Activity::delivery, sim_.now());
    Batch batch = co_await make_batch(threads, *index, maker);
    maker.end();
    batch.made = sim_.now();
    if (plan_.pin) {
      co_await epoch.to_pin.push(batch);
    } else {
      co_await epoch.ready[queue_of(batch.index)].push(batch);
    }
  }
}

// Returns what of a batch lies in the node's memory, and not in the accelerator already.
Bytes WorkerLoader::in_memory(const Batch& batch) const {
  if (context_.feed == LoaderContext::Feed::straight || context_.feed == LoaderContext::Feed::bounced)
    return {};
  return batch_tensor_ / context_.batch_size * (batch.samples - batch.on_device);
}

Task<> WorkerLoader::pin() {
  Epoch& epoch = *epoch_;
  while (std::optional<Batch> batch = co_await epoch.to_pin.pop()) {
    pinning().begin(batch->index);
    pinning().spend(Activity::delivery, sim_.now());
    const Bytes copied = in_memory(*batch);
    const Duration copy = copied / context_.spec.pin_bandwidth;
    if (context_.feed == LoaderContext::Feed::batches) {
      co_await context_.node.work(copy, copied * kMovedByCopy, pinning());
    } else {
      co_await sim_.delay(copy, context_.node.copies());
    }
    pinning().spend(Activity::copy, sim_.now());
    pinning().end();
    batch->made = sim_.now();
    co_await epoch.ready[queue_of(batch->index)].push(*batch);
  }
}

// Fetches one sample of the batch after another, until its threads have all of them.
Task<> WorkerLoader::fetch(SampleReaders& readers, Fetched& batch) {
  const std::int64_t now = moment_of(epoch_->number, batch.index * context_.batch_size);
  while (batch.next < context_.batch_size) {
    const std::int64_t k = batch.next++;
    const SampleId sample = epoch_->order->at(epoch_->plan.position(batch.index, k));
    if (k == 0) batch.first = sample;
    batch.last = sample;
    co_await readers.read(sample, now + k);
  }
}

Task<Batch> WorkerLoader::make_batch(Threads& threads, std::int64_t index, Account& account) {
  const BusyReaders::One busy(busy_);
  Fetched fetched;
  fetched.index = index;
  std::int64_t on_device = 0;
  for (const SampleReaders& readers : threads) on_device -= readers.found_on_device();
  if (threads.size() == 1) {
    co_await fetch(threads.front(), fetched);
  } else {
    TaskGroup group(sim_, "threads of a worker");
    for (SampleReaders& readers : threads) group.spawn("fetch", fetch(readers, fetched));
    co_await group.join();
  }
  Batch batch(index, context_.batch_size, fetched.first, fetched.last);
  for (const SampleReaders& readers : threads) on_device += readers.found_on_device();
  batch.on_device = on_device;
  const Bytes tensors = in_memory(batch);
  const Duration collate = pytorch_ != nullptr ? at(pytorch_->collate, tensors) : Duration();
  if (collate > Duration()) {
    co_await context_.node.work(collate, tensors * kMovedByCopy, account);
    account.spend(Activity::preprocess, sim_.now());
  }
  co_return batch;
}

}  // namespace headrace
