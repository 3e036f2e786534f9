#include "models/storage/remote/remote_client.h"

#include <algorithm>
#include <utility>

#include "models/storage/remote/remote_store.h"
#include "models/storage/request/request_trace.h"

namespace headrace {

namespace {
constexpr const char* kWork[] = {"request", "read", "write", "commit"};  // Of the drives.
}

RemoteClient::RemoteClient(Scope scope, RemoteStore& store, const Host& host, const WindowShape& shape)
    : FileSystem(scope.sim()),
      store_(store),
      host_(host),
      shape_(shape),
      windows_(static_cast<std::size_t>(shape.windows)),
      window_waiting_(scope.gauge("window_waiting/" + std::to_string(host.port), Unit::fraction)),
      metadata_operation_(scope.histogram("metadata_operation", Unit::nanoseconds)),
      read_operation_(scope.histogram("read_operation", Unit::nanoseconds)),
      write_operation_(scope.histogram("write_operation", Unit::nanoseconds)),
      request_(scope.histogram("request", Unit::nanoseconds)),
      bytes_read_(scope.counter("bytes_read", Unit::bytes)),
      bytes_written_(scope.counter("bytes_written", Unit::bytes)) {
  for (Window& window : windows_) window.connections.resize(static_cast<std::size_t>(shape.connections));
}

void RemoteClient::start(IoRequest& request) {
  const IoOperation operation = request.operation;
  if (request.is_by_name()) {
    request.handle = take_file();
    files_[request.handle].info = request.file;
  }
  File& file = files_[request.handle];
  HEADRACE_CHECK(file.open && file.request == nullptr);
  file.request = &request;
  file.started = sim_.now();
  if (operation == IoOperation::create) file.created = true;
  if (operation == IoOperation::read) asked_ += end_of_read(file) - request.offset;
  if (operation == IoOperation::write) asked_ += request.length;
  plan(file);
  next_step(request.handle);
}

Bytes RemoteClient::end_of_read(const File& file) {
  const IoRequest& request = *file.request;
  return std::max(request.offset, std::min(request.offset + request.length, file.info.size));
}

void RemoteClient::add_request(File& file, const Distribution& service, std::int32_t target, bool modifies) {
  Step& step = file.steps.emplace_back();
  step.service = &service;
  step.target = target;
  step.modifies = modifies;
  step.unsent = 1;
}

void RemoteClient::add_pages(File& file, const Distribution& service, std::int32_t target) {
  constexpr std::int64_t kNames = 1000;
  for (std::int64_t names = 0; names < file.request->entries; names += kNames)
    add_request(file, service, target);
}

void RemoteClient::add_range(File& file, Work work, const Distribution& service, Bytes begin, Bytes end,
                             Bytes piece) {
  Step& step = file.steps.emplace_back();
  step.work = work;
  step.service = &service;
  step.modifies = work == Work::write;
  step.at = begin;
  step.end = end;
  step.piece = piece;
}

void RemoteClient::add_commits(File& file, const Distribution& service) {
  Step& step = file.steps.emplace_back();
  step.work = Work::commit;
  step.service = &service;
  step.modifies = true;
  step.unsent = static_cast<std::int64_t>(file.unsynced.size());
}

void RemoteClient::next_step(FileHandle slot) {
  File& file = files_[slot];
  while (file.step < file.steps.size() && file.steps[file.step].sent()) ++file.step;
  if (file.step == file.steps.size()) return finish(slot);
  const Step& step = file.steps[file.step];
  std::int32_t target = step.target;
  if (step.work == Work::commit) target = file.unsynced.back();
  if (step.at < step.end) target = target_of(file, step.at);
  const std::uint32_t window = window_of(target);
  windows_[window].turns.push(Turn{slot, file.turn});
  send_what_may(window);
}

std::uint32_t RemoteClient::window_of(std::int32_t target) const {
  return windows_.size() == 1 ? 0 : static_cast<std::uint32_t>(store_.server_of(target));
}

void RemoteClient::send_what_may(std::uint32_t number) {
  Window& window = windows_[number];
  while (window.in_flight < shape_.connections * shape_.slots && !window.turns.empty()) {
    const Turn turn = window.turns.pop();
    File& file = files_[turn.file];
    if (file.turn != turn.turn) continue;
    send_next(turn.file, number);
    if (!file.steps[file.step].sent()) window.turns.push(turn);
  }
  if (window.waits == !window.turns.empty()) return;
  window.waits = !window.waits;
  windows_waiting_.change(window.waits ? +1 : -1, window_waiting_, sim_.now());
}

void RemoteClient::send_next(FileHandle slot, std::uint32_t number) {
  File& file = files_[slot];
  Step& step = file.steps[file.step];
  RemoteRequest& request = make_request(slot, number);
  request.target = step.target;
  if (step.at < step.end) {
    request.target = target_of(file, step.at);
    request.offset_in_object = step.at;
    request.length = std::min(step.piece - step.at % step.piece, step.end - step.at);
    step.at += request.length;
    sent_ += request.length;
    if (step.work == Work::write) note_written(file, request.target);
  } else {
    --step.unsent;
    if (step.work == Work::commit) {
      request.target = file.unsynced.back();
      file.unsynced.pop_back();
    }
  }
  ++step.unanswered;
  prepare(request);
  store_.send(request);
}

RemoteRequest& RemoteClient::make_request(FileHandle slot, std::uint32_t number) {
  Window& window = windows_[number];
  while (window.connections[window.next].in_flight == shape_.slots)
    window.next = (window.next + 1) % window.connections.size();
  Connection& connection = window.connections[window.next];
  const File& file = files_[slot];
  const Step& step = file.steps[file.step];
  RemoteRequest& request = requests_.take();
  request.client = host_.node;
  request.job = store_.job_of(file.info.id);
  request.object = object_number(file.info.id, 0);
  request.work = step.work;
  request.service = step.service;
  request.of_each = step.of_each;
  request.more = step.more;
  request.modifies = step.modifies;
  request.directory =
      (static_cast<std::uint64_t>(file.info.id.set) << 40) + static_cast<std::uint64_t>(file.info.directory);
  request.file = slot;
  request.turn = file.turn;
  request.window = number;
  request.connection = static_cast<std::uint32_t>(window.next);
  request.sent = sim_.now();
  request.blocked = window.blocked;
  request.reply_to = host_.port;
  request.out = &connection.out;
  request.back = &connection.back;
  request.replied = Action::of<&RemoteClient::answered>(*this, request);
  window.next = (window.next + 1) % window.connections.size();
  ++connection.in_flight;
  ++window.in_flight;
  ++in_flight_;
  return request;
}

void RemoteClient::note_written(File& file, std::int32_t target) {
  const auto place = std::lower_bound(file.unsynced.begin(), file.unsynced.end(), target);
  if (place == file.unsynced.end() || *place != target) file.unsynced.insert(place, target);
}

void RemoteClient::answered(RemoteRequest& request) {
  if (request.refused && rests(request)) return;
  ends(request);
}

// False: nobody wants it any more, or it was refused too often.
bool RemoteClient::rests(RemoteRequest& request) {
  if (files_[request.file].turn != request.turn) return false;
  const std::optional<Duration> rest = rest_after(++request.refusals);
  if (!rest) {
    ++failed_;
    return false;
  }
  store_.note_resting(+1);
  sim_.schedule_in(*rest, Action::of<&RemoteClient::try_again>(*this, request));
  return true;
}

// Sends a refused request again. It keeps its place on the connection meanwhile, as a thread does that
// sleeps.
void RemoteClient::try_again(RemoteRequest& request) {
  store_.note_resting(-1);
  if (files_[request.file].turn != request.turn) return ends(request);
  request.refused = false;
  store_.send_again(request);
}

void RemoteClient::ends(RemoteRequest& request) {
  const std::uint32_t number = request.window;
  Window& window = windows_[number];
  --window.connections[request.connection].in_flight;
  --window.in_flight;
  window.blocked = std::max(window.blocked, request.holds_up());
  --in_flight_;
  request_.record(sim_.now() - request.sent);
  trace_answer(sim_, request, kWork[static_cast<std::size_t>(request.work)],
               [&] { return store_.places_of(request); });
  if (request.refused) {
    store_.given_up(request);
  } else {
    store_.returned(request);
  }
  File& file = files_[request.file];
  if (file.turn == request.turn) {
    Step& step = file.steps[file.step];
    file.changes = std::max(file.changes, request.changes);
    --step.unanswered;
    if (step.sent() && step.unanswered == 0) {
      tell(file.request->account, request, sim_.now());
      next_step(request.file);
    }
  }
  requests_.give(request);
  send_what_may(number);
}

void RemoteClient::finish(FileHandle slot) {
  File& file = files_[slot];
  ended(file);
  IoRequest& request = *file.request;
  const Duration spent = sim_.now() - file.started;
  if (request.operation == IoOperation::read) {
    const Bytes length = end_of_read(file) - request.offset;
    read_operation_.record(spent);
    bytes_read_.add(length);
    note_given(file.info.id, length);
    note_fetched(file.info.id, length);
  } else if (request.operation == IoOperation::write) {
    write_operation_.record(spent);
    bytes_written_.add(request.length);
  } else {
    metadata_operation_.record(spent);
  }
  file.request = nullptr;
  file.steps.clear();
  file.step = 0;
  ++file.turn;
  const bool ends_file = request.ends_file();
  request.done.signal();
  if (ends_file) forget(slot);
}

// Requests on their way come back, for nobody.
void RemoteClient::abandon(IoRequest& request) {
  File& file = files_[request.handle];
  for (const Step& step : file.steps) given_up_ += step.end - step.at;
  file.request = nullptr;
  file.steps.clear();
  file.step = 0;
  ++file.turn;
  if (!request.is_by_handle()) forget(request.handle);
}

void RemoteClient::forget(FileHandle slot) {
  File& file = files_[slot];
  HEADRACE_CHECK(file.open && file.request == nullptr);
  given_up_ += file.kept_back;
  file.kept_back = file.uploaded = Bytes();
  file.changes = 0;
  file.unsynced.clear();
  file.open = file.created = file.begun = false;
  free_files_.push_back(slot);
}

// Takes a slot for a file. A slot keeps count of its turns, so that late answers are known for what they are.
FileHandle RemoteClient::take_file() {
  if (free_files_.empty()) {
    free_files_.push_back(static_cast<FileHandle>(files_.size()));
    files_.emplace_back();
  }
  const FileHandle slot = free_files_.back();
  free_files_.pop_back();
  files_[slot].open = true;
  return slot;
}

std::string RemoteClient::imbalance() const {
  Bytes waiting;
  for (const File& file : files_) {
    waiting += file.kept_back;
    for (const Step& step : file.steps) waiting += step.end - step.at;
  }
  if (asked_ != sent_ + waiting + given_up_)
    return std::to_string(asked_.count()) + " bytes were asked for, " + std::to_string(sent_.count()) +
           " were sent for, " + std::to_string(waiting.count()) + " wait and " +
           std::to_string(given_up_.count()) + " were given up";
  if (failed_ > 0) return std::to_string(failed_) + " requests were refused until they were given up";
  if (requests_.taken() != in_flight_) return "requests on their way are not those that were sent";
  return {};
}

}  // namespace headrace
