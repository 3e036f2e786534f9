#include "models/jobs/probe/probe_job.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/jobs/probe/probe_result.h"

namespace headrace {

// Zipf's law: the k-th of n files is chosen in proportion to k to the power of minus the exponent.
class ProbeJob::Popularity {
 public:
  Popularity(std::int64_t files, double exponent, RandomStream stream) : stream_(stream) {
    sums_.reserve(static_cast<std::size_t>(files));
    double sum = 0;
    for (std::int64_t k = 1; k <= files; ++k)
      sums_.push_back(sum += std::pow(static_cast<double>(k), -exponent));
  }

  std::int64_t draw() {
    const auto found = std::upper_bound(sums_.begin(), sums_.end(), stream_.uniform() * sums_.back());
    return std::min(found - sums_.begin(), static_cast<std::ptrdiff_t>(sums_.size()) - 1);
  }

 private:
  RandomStream stream_;
  std::vector<double> sums_;
};

ProbeJob::ProbeJob(const Context& context, const ProbeSpec& what)
    : Job(context.setting.scope.sim(), context.spec.start),
      scope_(context.setting.scope),
      name_(context.setting.name),
      spec_(context.spec),
      what_(what),
      set_(context.setting.add_files("probe")),
      transfers_of_file_(what_.transfers_of_file()),
      order_(scope_.random("order")),
      together_(sim_, scope_.path(), context.setting.seats.size(),
                static_cast<std::size_t>(what_.queue_depth)),
      latency_(scope_.histogram("latency", Unit::nanoseconds)),
      threads_(sim_) {
  const JobSetting& setting = context.setting;
  const Node* last = nullptr;
  for (const Seat& seat : setting.seats) {
    if (std::exchange(last, seat.node) != seat.node) ++nodes_;
    Process& process = processes_.emplace_back();
    process.seat = seat;
    process.number = static_cast<std::int64_t>(processes_.size()) - 1;
    if (const Track track = scope_.part("rank", process.number).track()) {
      track.runs_on(seat.node->id());
      process.account.trace_on(track);
    }
  }
  if (what_.operation == ProbeOperation::send) pair();
  if (what_.popularity > 0)
    popularity_ =
        std::make_unique<Popularity>(what_.files_per_process * static_cast<std::int64_t>(processes_.size()),
                                     what_.popularity, scope_.random("popularity"));
}

ProbeJob::~ProbeJob() = default;

// Pairs nodes: the first half sends, each to one of the second half.
void ProbeJob::pair() {
  const auto nodes = static_cast<std::size_t>(nodes_);
  const std::size_t all = processes_.size(), half = nodes / 2 * (all / nodes);
  for (std::size_t p = 0; p < half; ++p) processes_[p].peer = processes_[all - half + p].seat.node;
}

void ProbeJob::begin() {
  for (Process& process : processes_) {
    process.account.start(sim_.now());
    process.account.begin(Cause::batch_wait);
    for (std::int64_t t = 0; t < what_.queue_depth; ++t)
      threads_.spawn(scope_.path() + "/process/" + std::to_string(process.number), thread(process));
  }
}

Task<> ProbeJob::thread(Process& process) {
  if (what_.is_bulk()) {
    co_await move(process);
  } else if (what_.operation == ProbeOperation::send) {
    co_await send(process);
  } else {
    co_await visit_files(process);
  }
  ended_ = sim_.now();
  mark_end(scope_.path());
  if (++process.ended < what_.queue_depth) co_return;
  process.account.end(sim_.now());
  process.account.begin(Cause::idle);
}

Task<> ProbeJob::begin_together(Process& process) {
  if (++process.ready < what_.queue_depth) {
    co_await together_.arrive();
  } else {
    co_await together_.arrive(process.account, Cause::barrier_wait);
  }
  if (!std::exchange(has_begun_, true)) begun_ = sim_.now();
  process.account.begin(Cause::batch_wait);
}

Task<> ProbeJob::open_for_transfers(Process& process, std::int64_t file, std::int64_t place,
                                    std::optional<HeldFile>& held) {
  const FileInfo info = file_of(process, file);
  const bool makes =
      what_.operation == ProbeOperation::write && place == 0 && (!what_.shared_file || process.number == 0);
  FileSystem& storage = *process.seat.storage;
  FileHandle handle = 0;
  if (makes) {
    handle = co_await storage.create(info, process.account);
  } else {
    handle = co_await storage.open(info, process.account);
  }
  held.emplace(storage, handle);
  if (what_.shared_file_locks == SharedFileLocks::group) storage.lock_as_group(handle);
}

Task<> ProbeJob::close_after_transfers(Process& process, std::optional<HeldFile>& held) {
  if (!held) co_return;
  FileSystem& storage = *process.seat.storage;
  if (what_.operation == ProbeOperation::write && what_.sync) {
    co_await storage.sync(held->handle(), process.account);
    last_ = sim_.now();
  }
  co_await storage.close(held->release(), process.account);
  held.reset();
}

// Makes the transfers of a thread. One without a transfer of its own still begins with the others.
Task<> ProbeJob::move(Process& process) {
  FileSystem& storage = *process.seat.storage;
  std::optional<HeldFile> held;
  std::optional<Transfer> transfer = next_transfer(process);
  std::int64_t opened = transfer ? transfer->file : 0;
  if (transfer) {
    co_await open_for_transfers(process, opened, transfer->place, held);
    lock_ahead(process, *transfer, held->handle());
  }
  co_await begin_together(process);
  while (transfer) {
    const Time began = sim_.now();
    const Bytes offset = offset_of(process, *transfer);
    const Bytes length = length_at(transfer->place);
    if (what_.operation == ProbeOperation::read) {
      const IoMode mode = what_.direct ? IoMode::direct : IoMode::buffered;
      co_await storage.read(held->handle(), offset, length, mode, process.account);
    } else {
      const IoMode mode = what_.direct_writes ? IoMode::direct : IoMode::buffered;
      co_await storage.write(held->handle(), offset, length, process.account, mode);
    }
    record(began, length);
    transfer = next_transfer(process);
    if (!transfer) break;
    if (transfer->file != opened) {
      co_await close_after_transfers(process, held);
      opened = transfer->file;
      co_await open_for_transfers(process, opened, transfer->place, held);
    }
    lock_ahead(process, *transfer, held->handle());
  }
  co_await close_after_transfers(process, held);
}

// Asks ahead for the locks of a transfer and of those behind it in its file, so many at a time.
void ProbeJob::lock_ahead(const Process& process, const Transfer& next, FileHandle handle) {
  constexpr std::int64_t kLockedAhead = 500;  // [assumed] As many as ROMIO asks for.
  const std::int64_t in_file = next.turn % transfers_of_file_;
  if (what_.shared_file_locks != SharedFileLocks::lock_ahead || in_file % kLockedAhead > 0) return;
  const std::int64_t end = next.turn + std::min(kLockedAhead, transfers_of_file_ - in_file);
  for (std::int64_t turn = next.turn; turn < end; ++turn) {
    const Transfer transfer = transfer_at(process, turn);
    process.seat.storage->lock_ahead(handle, offset_of(process, transfer), length_at(transfer.place));
  }
}

Task<> ProbeJob::visit_files(Process& process) {
  co_await begin_together(process);
  for (std::optional<std::int64_t> file = next_file(process); file; file = next_file(process)) {
    const Time began = sim_.now();
    const FileInfo info = file_of(process, *file);
    co_await visit(process, info);
    const bool moves =
        what_.operation == ProbeOperation::create || what_.operation == ProbeOperation::open_read_close;
    record(began, moves ? info.size : Bytes());
  }
}

Task<> ProbeJob::visit(Process& process, FileInfo file) {
  FileSystem& storage = *process.seat.storage;
  RankAccount& account = process.account;
  if (what_.operation == ProbeOperation::stat) {
    co_await storage.stat(file, account);
    co_return;
  }
  if (what_.operation == ProbeOperation::unlink) {
    co_await storage.unlink(file, account);
    co_return;
  }
  const bool creates = what_.operation == ProbeOperation::create;
  FileHandle handle = 0;
  if (creates) {
    handle = co_await storage.create(file, account);
  } else {
    handle = co_await storage.open(file, account);
  }
  HeldFile held(storage, handle);
  if (what_.operation != ProbeOperation::open_close) {
    for (std::int64_t place = 0; place < transfers_of_file_; ++place) {
      const Bytes offset = what_.transfer_size * place;
      const Bytes length = length_at(place);
      if (creates) {
        const IoMode mode = what_.direct_writes ? IoMode::direct : IoMode::buffered;
        co_await storage.write(handle, offset, length, account, mode);
      } else {
        const IoMode mode = what_.direct ? IoMode::direct : IoMode::buffered;
        co_await storage.read(handle, offset, length, mode, account);
      }
    }
  }
  co_await storage.close(held.release(), account);
}

Task<> ProbeJob::send(Process& process) {
  co_await begin_together(process);
  if (process.peer == nullptr) co_return;
  while (may_begin(process.begun, transfers_of_file_)) {
    const Bytes length = length_at(process.begun++ % transfers_of_file_);
    const Time began = sim_.now();
    co_await process.seat.node->send(*process.peer, length);
    process.account.spend(Activity::network, sim_.now());
    record(began, length);
  }
}

bool ProbeJob::may_begin(std::int64_t begun, std::int64_t of) const {
  if (what_.duration == Duration()) return begun < of;
  return !has_begun_ || sim_.now() < begun_ + what_.duration;
}

std::optional<ProbeJob::Transfer> ProbeJob::next_transfer(Process& process) const {
  const std::int64_t all = transfers_of_file_ * what_.files_per_process;
  if (!may_begin(process.begun, all)) return {};
  return transfer_at(process, process.begun++ % all);
}

ProbeJob::Transfer ProbeJob::transfer_at(const Process& process, std::int64_t turn) const {
  Transfer transfer;
  transfer.turn = turn;
  transfer.file = turn / transfers_of_file_;
  transfer.place = turn % transfers_of_file_;
  if (what_.order == ProbeOrder::random) {
    const auto file = static_cast<std::uint64_t>(process.number * what_.files_per_process + transfer.file);
    const KeyedPermutation places(static_cast<std::uint64_t>(transfers_of_file_), order_.at(file).bits());
    transfer.place = static_cast<std::int64_t>(places(static_cast<std::uint64_t>(transfer.place)));
  }
  return transfer;
}

// Returns the number of the next file of a process, or nothing at the end. Without a popularity to draw from,
// what is created or removed has a number of its own each time.
std::optional<std::int64_t> ProbeJob::next_file(Process& process) {
  if (!may_begin(process.begun, what_.files_per_process)) return {};
  const std::int64_t turn = process.begun++;
  if (popularity_) return popularity_->draw();
  const bool once = what_.operation == ProbeOperation::create || what_.operation == ProbeOperation::unlink;
  return once ? turn : turn % what_.files_per_process;
}

FileInfo ProbeJob::file_of(const Process& process, std::int64_t file) const {
  const auto processes = static_cast<std::int64_t>(processes_.size());
  FileInfo info;
  info.id.set = set_;
  info.size = what_.file_size;
  info.layout = spec_.layout;
  if (what_.shared_file && what_.is_bulk()) {
    info.id.index = file;
    info.size = what_.file_size * processes;
    return info;
  }
  // Files lie by process, those that a duration adds too: each process has every n-th number.
  const std::int64_t owner = popularity_ ? file % processes : process.number;
  info.id.index = popularity_ ? file : file * processes + process.number;
  info.directory = what_.shared_directory ? 0 : owner;
  return info;
}

Bytes ProbeJob::offset_of(const Process& process, const Transfer& transfer) const {
  if (!what_.shared_file) return what_.transfer_size * transfer.place;
  const auto processes = static_cast<std::int64_t>(processes_.size());
  return what_.transfer_size * (transfer.place * processes + process.number);
}

Bytes ProbeJob::length_at(std::int64_t place) const {
  return std::min(what_.transfer_size, what_.file_size - what_.transfer_size * place);
}

void ProbeJob::record(Time began, Bytes bytes) {
  ++operations_;
  bytes_ += bytes;
  last_ = sim_.now();
  latency_.record(last_ - began);
}

bool ProbeJob::ended() const { return has_begun_ && threads_.running() == 0; }

void ProbeJob::stop() { threads_.cancel_all(); }

Waited ProbeJob::waited() const {
  Waited all;
  for (const Process& process : processes_) all += process.account.waited(sim_.now());
  return all;
}

double ProbeJob::done() const {
  if (!has_begun_) return 0;
  if (what_.duration > Duration()) return std::min(1.0, (sim_.now() - begun_) / what_.duration);
  const std::int64_t each = what_.operation == ProbeOperation::send ? transfers_of_file_
                            : what_.is_bulk() ? transfers_of_file_ * what_.files_per_process
                                              : what_.files_per_process;
  return static_cast<double>(operations_) /
         static_cast<double>(each * static_cast<std::int64_t>(processes_.size()));
}

void ProbeJob::add_time_budget(JobResult& result) const {
  for (const Process& process : processes_)
    for (const Cause cause : {Cause::batch_wait, Cause::barrier_wait, Cause::idle})
      process.account.add_rows(result.time_budget, process.number, cause, result.end);
}

JobResult ProbeJob::result() const {
  JobResult result;
  result.name = name_;
  result.model = kProbeOperations[static_cast<std::size_t>(what_.operation)];
  result.kind = what_.facts().kind;
  result.accelerators = static_cast<std::int64_t>(processes_.size());
  result.nodes = nodes_;
  result.start = Time::at(start_);
  result.end = ended() ? ended_ : sim_.now();
  add_time_budget(result);
  ProbeResult& found = result.found.give(ProbeResult());
  found.operation = result.model;
  found.processes = static_cast<std::int64_t>(processes_.size());
  found.operations = operations_;
  found.bytes = bytes_;
  if (operations_ > 0) found.window = last_ - begun_;
  found.latency = latency_;
  return result;
}

std::unique_ptr<Recipe<Job>> probe_job() { return recipe<Job, ProbeJob, ProbeSpec>(); }

}  // namespace headrace
