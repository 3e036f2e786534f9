#include "models/jobs/replay/replay_job.h"

#include <algorithm>
#include <utility>

namespace headrace {

namespace {

Duration share_of(Duration span, double factor) {
  return factor == 1 ? span : Duration::seconds(span.in_seconds() * factor);
}

}  // namespace

ReplayJob::ReplayJob(const Context& context, const ReplaySpec& what)
    : Job(context.setting.scope.sim(), context.spec.start),
      scope_(context.setting.scope),
      name_(context.setting.name),
      spec_(context.spec),
      what_(what),
      with_mpi_(is_of_mpi_alone(*what_.recorded)),
      files_(*what_.recorded, context.setting.add_files("replay"), spec_.layout, what_.share_files),
      latency_(scope_.histogram("latency", Unit::nanoseconds)),
      threads_(sim_) {
  const std::vector<Seat>& seats = context.setting.seats;
  nodes_ = static_cast<std::int64_t>(seats.size());
  const std::vector<std::size_t> hosts = what_.recorded->host_numbers();
  const std::size_t all_hosts = hosts.empty() ? 1 : *std::max_element(hosts.begin(), hosts.end()) + 1;
  const std::size_t processes = hosts.size() * static_cast<std::size_t>(what_.copies);
  const bool apart = all_hosts * static_cast<std::size_t>(what_.copies) < seats.size();
  RandomStream phases = scope_.random("phase");
  result_.recorded = what_.recorded->span();
  for (std::int64_t copy = 0; copy < what_.copies; ++copy) {
    const Duration shift = share_of(what_.phase, phases.uniform());
    for (std::size_t p = 0; p < hosts.size(); ++p) {
      const std::size_t host = static_cast<std::size_t>(copy) * all_hosts + hosts[p];
      const std::size_t place = apart ? processes_.size() * seats.size() / processes : host % seats.size();
      add_process(p, copy, seats[place]);
      processes_.back().shift = shift;
    }
  }
}

ReplayJob::~ReplayJob() = default;

void ReplayJob::add_process(std::size_t which, std::int64_t copy, const Seat& seat) {
  Process& process = processes_.emplace_back();
  process.recorded = &what_.recorded->processes[which];
  process.site.storage = seat.storage;
  process.site.account = &process.account;
  process.site.copy = copy;
  const auto number = static_cast<std::int64_t>(processes_.size()) - 1;
  if (const Track track = scope_.part("rank", number).track()) {
    track.runs_on(seat.node->id());
    process.account.trace_on(track);
  }
  process.lanes = lanes_of(*process.recorded, what_.recorded->resolution, with_mpi_);
  process.lanes_left = process.lanes.size();
  for (std::size_t l = 0; l < process.lanes.size(); ++l) {
    const ReplayLane& lane = process.lanes[l];
    if (lane.after != ReplayLane::kNone) process.begun_by[lane.after].push_back(l);
    operations_ += static_cast<std::int64_t>(lane.operations.size());
    for (const std::size_t index : lane.operations) {
      const RecordedOperation& operation = process.recorded->operations[index];
      const Duration took = operation.end - operation.begin;
      if (operation.moves_bytes()) process.site.open.expect(operation.file);
      if (operation.operation == IoOperation::read) {
        result_.recorded_reading += took;
      } else if (operation.operation == IoOperation::write) {
        result_.recorded_writing += took;
      } else {
        result_.recorded_naming += took;
      }
    }
  }
}

void ReplayJob::begin() {
  has_begun_ = true;
  for (Process& process : processes_) {
    process.account.start(sim_.now());
    process.account.begin(Cause::compute);
    for (std::size_t l = 0; l < process.lanes.size(); ++l)
      if (process.lanes[l].after == ReplayLane::kNone) begin_lane(process, l);
  }
}

void ReplayJob::begin_lane(Process& process, std::size_t lane) {
  threads_.spawn(scope_.path() + "/" + process.recorded->name + "/" + std::to_string(lane),
                 follow(process, lane));
}

Task<> ReplayJob::follow(Process& process, std::size_t lane) {
  const ReplayLane& what = process.lanes[lane];
  Duration gap = what.delay;
  if (what.after == ReplayLane::kNone) gap = gap + process.shift;
  Time from = sim_.now();
  for (std::size_t i = 0; i < what.operations.size(); ++i) {
    const RecordedOperation& operation = process.recorded->operations[what.operations[i]];
    co_await wait_for(process, operation, from, gap);
    const Time began = sim_.now();
    if (!std::exchange(any_, true)) first_ = began;
    begin_operation(process);
    co_await perform(process, operation);
    end_operation(process, operation, began);
    from = sim_.now();
    const auto next = process.begun_by.find(what.operations[i]);
    if (next != process.begun_by.end())
      for (const std::size_t other : next->second) begin_lane(process, other);
    if (operation.moves_bytes()) co_await files_.let_go(process.site, operation.file);
    if (i + 1 < what.operations.size()) {
      const RecordedOperation& following = process.recorded->operations[what.operations[i + 1]];
      gap = std::max(Duration(), following.begin - operation.end);
    }
  }
  ended_ = sim_.now();
  mark_end(scope_.path());
  if (--process.lanes_left > 0) co_return;
  process.account.spend(Activity::compute, sim_.now());
  process.account.begin(Cause::idle);
}

// Waits until an operation is due, and has its file open by then if the recording does not.
Task<> ReplayJob::wait_for(Process& process, const RecordedOperation& operation, Time from, Duration gap) {
  if (operation.moves_bytes() && operation.length > Bytes()) {
    begin_operation(process);
    co_await files_.prepare(process.site, operation.file);
    process.account.end(sim_.now());
    if (--process.under_way == 0) process.account.begin(Cause::compute);
  }
  Time due = from;
  if (what_.pace == ReplayPace::think) due = from + share_of(gap, what_.think_factor);
  if (what_.pace == ReplayPace::recorded) due = Time::at(start_) + process.shift + operation.begin;
  if (due > sim_.now()) co_await sim_.delay(due - sim_.now());
}

Task<> ReplayJob::perform(Process& process, const RecordedOperation& operation) {
  if (!operation.moves_bytes()) {
    co_await name(process, operation);
  } else if (operation.length > Bytes()) {
    co_await files_.move(process.site, operation);
  }
}

Task<> ReplayJob::name(Process& process, const RecordedOperation& operation) {
  FileSystem& storage = *process.site.storage;
  switch (operation.operation) {
    case IoOperation::open:
    case IoOperation::create: co_await files_.open(process.site, operation.file); break;
    case IoOperation::close: co_await files_.close(process.site, operation.file); break;
    case IoOperation::sync: co_await files_.sync(process.site, operation.file); break;
    case IoOperation::unlink: co_await files_.remove(process.site, operation.file); break;
    case IoOperation::list: {
      const FileInfo directory = files_.info(process.site, operation.file);
      co_await storage.list(directory, 0, process.account);
      break;
    }
    default: {
      const FileInfo file = files_.info(process.site, operation.file);
      co_await storage.stat(file, process.account);
    }
  }
}

// Notes that the process waits for its files from now on, and no longer works.
void ReplayJob::begin_operation(Process& process) {
  if (process.under_way++ > 0) return;
  process.account.spend(Activity::compute, sim_.now());
  process.account.begin(Cause::batch_wait);
}

void ReplayJob::end_operation(Process& process, const RecordedOperation& operation, Time began) {
  last_ = sim_.now();
  process.account.end(last_);
  if (--process.under_way == 0) process.account.begin(Cause::compute);
  const Duration took = last_ - began;
  if (operation.operation == IoOperation::read) {
    ++result_.reads;
    result_.bytes_read += operation.length;
    result_.reading += took;
  } else if (operation.operation == IoOperation::write) {
    ++result_.writes;
    result_.bytes_written += operation.length;
    result_.writing += took;
  } else {
    ++result_.names;
    result_.naming += took;
  }
  if (operation.moves_bytes()) latency_.record(took);
}

bool ReplayJob::ended() const { return has_begun_ && threads_.running() == 0; }

void ReplayJob::stop() { threads_.cancel_all(); }

Waited ReplayJob::waited() const {
  Waited all;
  for (const Process& process : processes_) all += process.account.waited(sim_.now());
  return all;
}

double ReplayJob::done() const {
  const std::int64_t done = result_.reads + result_.writes + result_.names;
  return operations_ == 0 ? 1 : static_cast<double>(done) / static_cast<double>(operations_);
}

JobResult ReplayJob::result() const {
  JobResult result;
  result.name = name_;
  result.model = what_.name();
  result.kind = what_.facts().kind;
  result.accelerators = static_cast<std::int64_t>(processes_.size());
  result.nodes = nodes_;
  result.start = Time::at(start_);
  result.end = ended() ? ended_ : sim_.now();
  for (std::size_t p = 0; p < processes_.size(); ++p)
    for (const Cause cause : {Cause::compute, Cause::batch_wait, Cause::idle})
      processes_[p].account.add_rows(result.time_budget, static_cast<std::int64_t>(p), cause, result.end);
  ReplayResult& found = result.found.give(ReplayResult(result_));
  found.processes = static_cast<std::int64_t>(processes_.size());
  found.added_opens = files_.added_opens();
  if (last_ > first_) found.span = last_ - first_;  // Else none has ended.
  found.latency = latency_;
  return result;
}

std::unique_ptr<Recipe<Job>> replay_job() { return recipe<Job, ReplayJob, ReplaySpec>(); }

}  // namespace headrace
