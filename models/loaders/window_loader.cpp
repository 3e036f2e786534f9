#include "models/loaders/window_loader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headrace {

// Spending: the account of a read, which its worker hears of when it has come.
class WindowLoader::Spending final : public Account {
 public:
  explicit Spending(const Account& worker) : worker_(worker) { open(); }
  Track track() const override { return worker_.track(); }
  std::uint32_t thread() const override { return worker_.thread(); }
  std::vector<Spent> spent;

 private:
  void take(Activity activity, Time until) override {
    spent.push_back({activity, until});
    accounted_ = until;
  }

  const Account& worker_;
};

namespace {

DlioOrderSpec order_of_files(const LoaderContext& context) {
  DlioOrderSpec spec;
  spec.samples = context.data.files();
  spec.ranks = context.ranks;
  spec.shuffles_all = context.shuffles_all;
  spec.shuffle = context.spec.file_shuffle;
  spec.seed = context.seed;
  spec.seed_change_epoch = context.seed_change_epoch;
  return spec;
}

}  // namespace

WindowLoader::Worker::Worker(Simulation& sim, std::size_t window)
    : to_read(sim, "reads to begin", window),
      arrived(sim, "reads that came", window),
      ready(sim, "batches", static_cast<std::size_t>(kAhead - 1)) {}

WindowLoader::WindowLoader(const LoaderContext& context)
    : context_(context),
      sim_(context.scope.sim()),
      pytorch_(context.node.host_work().pytorch),
      workers_(std::max<std::int64_t>(1, context.spec.read_threads)),
      window_(context.spec.window),
      handover_(context.scope.random("handover")),
      orders_(order_of_files(context)),
      busy_(context.scope),
      watch_(*context.account, workers_) {}

ParquetFile WindowLoader::parquet() const {
  const DatasetSpec& data = context_.data.spec();
  return ParquetFile(data.containers.parquet, data.record_length, data.samples_per_file);
}

std::int64_t WindowLoader::file_of(std::int64_t worker, std::int64_t own) const {
  return static_cast<std::int64_t>(epoch_->order->at(worker + own * workers_));
}

void WindowLoader::plan(Worker& worker, std::int64_t number) {
  const std::int64_t files = epoch_->order->size();
  worker.files = files > number ? (files - number + workers_ - 1) / workers_ : 0;
  worker.batches = worker.files * context_.data.spec().samples_per_file / context_.batch_size;
}

void WindowLoader::begin_epoch(std::int64_t epoch, std::int64_t left_out) {
  epoch_ = std::make_unique<Epoch>(sim_);
  epoch_->number = epoch;
  epoch_->order = orders_.order(epoch, context_.rank);
  for (std::int64_t w = 0; w < workers_; ++w) {
    Worker& worker = epoch_->workers.emplace_back(sim_, static_cast<std::size_t>(window_));
    plan(worker, w);
    epoch_->batches += worker.batches;
  }
  while (epoch_->taken < std::min(left_out, epoch_->batches)) {
    ++turn().given;
    ++epoch_->taken;
    epoch_->turn = (epoch_->turn + 1) % workers_;
  }
  for (std::int64_t w = 0; w < workers_; ++w) {
    const std::string name = context_.scope.path() + "/worker/" + std::to_string(w);
    epoch_->processes.spawn_daemon(name, work(w));
    for (std::int64_t r = 0; r < window_; ++r)
      epoch_->processes.spawn_daemon(name, read_items(epoch_->workers[static_cast<std::size_t>(w)]));
  }
  started_ = true;
}

void WindowLoader::end_epoch() {
  epoch_.reset();
  watch_.clear();
}

std::int64_t WindowLoader::in_hand() const {
  std::size_t batches = 0;
  for (const Worker& worker : epoch_->workers) batches += worker.ready.size();
  return static_cast<std::int64_t>(batches);
}

double WindowLoader::read_once_taken(std::int64_t batches) const {
  const double read_ahead = static_cast<double>(workers_ * window_ * context_.data.spec().samples_per_file) /
                            static_cast<double>(context_.batch_size);
  return std::min(static_cast<double>(epoch_->batches), static_cast<double>(batches + ahead()) + read_ahead);
}

double WindowLoader::readers_busy() const { return busy_.share_of(workers_ * window_); }

// Returns the next worker in turn that has one more batch.
WindowLoader::Worker& WindowLoader::turn() {
  Epoch& epoch = *epoch_;
  for (;; epoch.turn = (epoch.turn + 1) % workers_) {
    Worker& worker = epoch.workers[static_cast<std::size_t>(epoch.turn)];
    if (worker.given < worker.batches) return worker;
  }
}

Task<std::optional<Batch>> WindowLoader::next() {
  Epoch& epoch = *epoch_;
  if (epoch.taken == epoch.batches) co_return std::nullopt;
  Worker& worker = turn();
  watch_.wait_for(worker.given * workers_ + epoch.turn);
  std::optional<Batch> batch = co_await worker.ready.pop();
  watch_.end();
  ++worker.given;
  ++epoch.taken;
  epoch.turn = (epoch.turn + 1) % workers_;
  const HandOver spans = HandOver::draw(pytorch_, context_.data.spec().tensor(), handover_);
  if (spans.take + spans.free > Duration()) {
    co_await context_.node.work(spans.take + spans.free, Bytes(), *context_.account);
    context_.account->spend(Activity::delivery, sim_.now());
  }
  co_return batch;
}

// Returns the next item of a worker's files; nothing behind the last.
std::optional<WindowLoader::Item> WindowLoader::next_item(const Worker& worker, std::int64_t number) const {
  if (worker.file == worker.files) return std::nullopt;
  Item item;
  item.number = worker.started;
  item.file = file_of(number, worker.file);
  item.samples = next_samples(worker);
  if (!by_row_groups()) {
    item.length = context_.data.file(item.file).size;
    return item;
  }
  const ParquetFile file = parquet();
  item.offset = file.begin_of(worker.group);
  item.length = file.length_of(worker.group);
  return item;
}

// Goes on to the item behind the next one.
void WindowLoader::advance(Worker& worker) const {
  if (by_row_groups() && ++worker.group < parquet().row_groups()) return;
  worker.group = 0;
  ++worker.file;
}

// Returns how many samples the next item of a worker has.
std::int64_t WindowLoader::next_samples(const Worker& worker) const {
  return by_row_groups() ? parquet().rows_in(worker.group) : context_.data.spec().samples_per_file;
}

// Leaves out the items of so many samples, and returns how many more of the next one are.
std::int64_t WindowLoader::skip(Worker& worker, std::int64_t samples) {
  while (worker.file < worker.files && next_samples(worker) <= samples) {
    samples -= next_samples(worker);
    advance(worker);
  }
  return samples;
}

// Lets reads begin until the window or its memory is full. What is larger than all of that is read alone.
void WindowLoader::begin_reads(Worker& worker, std::int64_t number) {
  const LoaderSpec& spec = context_.spec;
  while (worker.started - worker.taken < window_) {
    const std::optional<Item> item = next_item(worker, number);
    if (!item) return;
    if (worker.held > Bytes() && !spec.has_room(worker.held, item->length)) return;
    ++worker.started;
    worker.held += spec.held_of(item->length);
    advance(worker);
    const bool fits = worker.to_read.offer(*item);
    HEADRACE_CHECK(fits);
  }
}

// Makes a worker's batches.
Task<> WindowLoader::work(std::int64_t number) {
  Worker& worker = epoch_->workers[static_cast<std::size_t>(number)];
  Watch::Maker& maker = watch_.maker(static_cast<std::size_t>(number));
  const bool starts = !started_ || !context_.spec.persistent_workers;
  maker.begin(number);
  if (starts && pytorch_.worker_start > Duration())
    co_await context_.node.work(pytorch_.worker_start, Bytes(), maker);
  maker.spend(Activity::start_up, sim_.now());
  if (by_row_groups()) co_await read_footers(worker, number, maker);
  std::int64_t samples = -skip(worker, worker.given * context_.batch_size);
  begin_reads(worker, number);
  for (std::int64_t made = worker.given; made < worker.batches; ++made) {
    maker.begin(made * workers_ + number);
    maker.spend(Activity::delivery, sim_.now());
    Batch batch(made * workers_ + number, context_.batch_size, 0, 0);
    while (samples < context_.batch_size) {
      const Item item = co_await take(worker, maker);
      ++worker.taken;
      worker.held -= context_.spec.held_of(item.length);
      samples += item.samples;
      begin_reads(worker, number);
      batch.last = item.file * context_.data.spec().samples_per_file;
    }
    samples -= context_.batch_size;
    maker.end();
    batch.made = sim_.now();
    co_await worker.ready.push(batch);
  }
}

// Reads the footers of all files, one after another, before the first row group.
Task<> WindowLoader::read_footers(Worker& worker, std::int64_t number, Account& account) {
  const ParquetFile file = parquet();
  for (std::int64_t own = 0; own < worker.files; ++own)
    co_await read(file_of(number, own), file.footer_at(), file.footer(), account);
  account.spend(Activity::decode, sim_.now());
}

// Waits for the next item: any that has come, or the next row group. What that took is what its read did.
Task<WindowLoader::Item> WindowLoader::take(Worker& worker, Watch::Maker& maker) {
  for (;;) {
    const bool is_next = !worker.early.empty() && worker.early.begin()->item.number == worker.taken;
    if (is_next) {
      auto node = worker.early.extract(worker.early.begin());
      for (const Spent& part : node.value().spent) maker.spend(part.activity, part.until);
      maker.spend(Activity::delivery, sim_.now());
      co_return node.value().item;
    }
    co_await worker.arrived.pop();
    Arrival arrival = std::move(worker.came.front());
    worker.came.pop_front();
    if (by_row_groups()) {
      worker.early.insert(std::move(arrival));
      continue;
    }
    for (const Spent& part : arrival.spent) maker.spend(part.activity, part.until);
    maker.spend(Activity::delivery, sim_.now());
    co_return arrival.item;
  }
}

// Reads one item of a worker after another.
Task<> WindowLoader::read_items(Worker& worker) {
  for (;;) {
    std::optional<Item> item = co_await worker.to_read.pop();
    Arrival arrival;
    arrival.item = *item;
    Spending account(*context_.account);
    {
      const BusyReaders::One busy(busy_);
      co_await read(item->file, item->offset, item->length, account);
    }
    arrival.spent = std::move(account.spent);
    worker.came.push_back(std::move(arrival));
    co_await worker.arrived.push(true);
  }
}

Task<> WindowLoader::read(std::int64_t file, Bytes offset, Bytes length, Account& account) {
  FileSystem& storage = context_.storage;
  const FileInfo info = context_.data.file(file);
  HeldFile held(storage, co_await storage.open(info, account));
  co_await storage.read(held.handle(), offset, length, IoMode::buffered, account);
  co_await storage.close(held.release(), account);
}

}  // namespace headrace
