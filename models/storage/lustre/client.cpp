#include "models/storage/lustre/client.h"

#include <algorithm>
#include <utility>

#include "models/storage/lustre/lustre.h"

namespace headrace {

// The histograms are shared by all clients of a file system: their scope is the
// file system's, and a metric asked for twice is the same one.
LustreClient::LustreClient(Scope scope, const LustreClientSpec& spec, Lustre& servers, const Host& host)
    : FileSystem(scope.sim()),
      spec_(spec),
      servers_(servers),
      host_(host),
      bulk_windows_(static_cast<std::size_t>(servers.osts())),
      metadata_windows_(static_cast<std::size_t>(servers.mdss())),
      window_waiting_(scope.gauge("window_waiting/" + std::to_string(host.port), Unit::fraction)),
      metadata_operation_(scope.histogram("metadata_operation", Unit::nanoseconds)),
      read_operation_(scope.histogram("read_operation", Unit::nanoseconds)),
      write_operation_(scope.histogram("write_operation", Unit::nanoseconds)),
      metadata_rpc_(scope.histogram("metadata_rpc", Unit::nanoseconds)),
      bulk_rpc_(scope.histogram("bulk_rpc", Unit::nanoseconds)),
      bytes_read_(scope.counter("bytes_read", Unit::bytes)),
      bytes_written_(scope.counter("bytes_written", Unit::bytes)) {}

void LustreClient::start(IoRequest& request) {
  const IoOperation operation = request.operation;
  const bool by_name =
      operation == IoOperation::open || operation == IoOperation::create || operation == IoOperation::stat;
  if (by_name) {
    request.handle = take_file();
    File& opened = files_[request.handle];
    opened.info = request.file;
    opened.info.layout.stripe_count = std::min(request.file.layout.stripe_count, servers_.osts());
    opened.locks.assign(static_cast<std::size_t>(opened.info.layout.stripe_count), Lock::none);
  }
  File& file = files_[request.handle];
  HEADRACE_CHECK(file.request == nullptr && !file.forgotten);
  file.request = &request;
  file.started = sim_.now();
  switch (operation) {
    case IoOperation::open: return send_metadata(Rpc::Kind::open, request.handle);
    case IoOperation::create:
      servers_.place_new(file.info);
      return send_metadata(Rpc::Kind::create, request.handle);
    case IoOperation::stat: return send_metadata(Rpc::Kind::getattr, request.handle);
    case IoOperation::close: return send_metadata(Rpc::Kind::close, request.handle);
    case IoOperation::read: return begin_read(request);
    case IoOperation::write: return begin_write(request);
    case IoOperation::sync: return begin_sync(request);
  }
}

void LustreClient::abandon(IoRequest& request) {
  File& file = files_[request.handle];
  const IoOperation operation = request.operation;
  const bool stays_open =
      operation == IoOperation::read || operation == IoOperation::write || operation == IoOperation::sync;
  file.request = nullptr;
  sim_.cancel(file.ending);
  file.ending = EventId();
  if (!stays_open) return forget(request.handle);
  // What is still on its way for this operation arrives for nobody.
  ++file.stream;
  file.reading = false;
  file.pending = 0;
  file.copy_ends = sim_.now();
}

void LustreClient::forget(FileHandle handle) {
  HEADRACE_CHECK(files_[handle].request == nullptr && !files_[handle].forgotten);
  files_[handle].forgotten = true;
  free_file_if_done(handle);
}

FileHandle LustreClient::take_file() {
  if (free_files_.empty()) {
    files_.emplace_back();
    return static_cast<FileHandle>(files_.size() - 1);
  }
  const FileHandle slot = free_files_.back();
  free_files_.pop_back();
  return slot;
}

// A slot is used again only when nothing on its way still names it.
void LustreClient::free_file_if_done(FileHandle slot) {
  File& file = files_[slot];
  if (!file.forgotten || file.outstanding > 0) return;
  file = File();
  free_files_.push_back(slot);
}

void LustreClient::begin_read(IoRequest& request) {
  File& file = files_[request.handle];
  const bool direct = request.mode == ReadMode::direct;
  const bool sequential = !direct && !file.direct && file.reading && request.offset == file.wanted;
  if (!sequential) restart_stream(file, request.offset);
  file.direct = direct;
  const bool whole = file.info.size <= spec_.max_read_ahead_whole;
  file.ahead = !direct && (sequential || whole || request.offset == Bytes());
  file.wanted = std::max(request.offset, std::min(request.offset + request.length, file.info.size));
  bytes_read_.add(file.wanted - request.offset);
  read_ahead(request.handle);
  copy_out(request.handle);
}

// What the old stream still has on its way arrives for nobody.
void LustreClient::restart_stream(File& file, Bytes offset) {
  ++file.stream;
  file.chunks.clear();
  file.first_chunk = 0;
  file.reading = true;
  file.begin = file.issued = file.arrived = file.copied = offset;
}

// It grows with what was read, and not with what has arrived: otherwise each
// arrival would call for the next, and one small read would fetch it all.
Bytes LustreClient::read_ahead_window(const File& file) const {
  if (file.info.size <= spec_.max_read_ahead_whole) return file.info.size;
  const Bytes taken = std::min(file.arrived, file.wanted) - file.begin;
  return std::min(spec_.rpc_size + taken, spec_.max_read_ahead_per_file);
}

void LustreClient::read_ahead(FileHandle slot) {
  File& file = files_[slot];
  const Layout layout = servers_.layout_of(file.info);
  const Bytes reader = std::min(file.arrived, file.wanted);
  const Bytes end = file.ahead ? file.info.size : file.wanted;
  const Bytes until = file.direct ? end : std::min(end, reader + read_ahead_window(file));
  while (file.issued < until) {
    const Extent extent = layout.extent_at(file.issued, spec_.rpc_size);
    Rpc& rpc = make_rpc(Rpc::Kind::read, slot);
    rpc.target = extent.target;
    rpc.stripe = extent.stripe;
    rpc.chunk = file.first_chunk + file.chunks.size();
    rpc.length = std::min(extent.length, end - file.issued);
    file.issued += rpc.length;
    Chunk chunk;
    chunk.end = file.issued;
    file.chunks.push_back(chunk);
    send_bulk(rpc);
  }
}

void LustreClient::chunk_arrived(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  file.chunks[rpc.chunk - file.first_chunk].arrived = true;
  while (!file.chunks.empty() && file.chunks.front().arrived) {
    file.arrived = file.chunks.front().end;
    file.chunks.pop_front();
    ++file.first_chunk;
  }
  read_ahead(slot);
  copy_out(slot);
}

// Copies to the reader what has arrived of what it wants; the reader returns
// when the last byte is copied. A direct read is not copied.
void LustreClient::copy_out(FileHandle slot) {
  File& file = files_[slot];
  if (file.request == nullptr || file.request->operation != IoOperation::read || file.ending) return;
  const Bytes here = std::min(file.arrived, file.wanted);
  const Duration copy = file.direct ? Duration() : (here - file.copied) / spec_.copy_bandwidth;
  file.copy_ends = std::max(file.copy_ends, sim_.now()) + copy;
  file.copied = here;
  if (file.copied < file.wanted) return;
  if (file.copy_ends == sim_.now()) return finish(file);
  Action end;
  end.run = &LustreClient::copied;
  end.object = this;
  end.word = slot;
  file.ending = sim_.schedule(file.copy_ends, end);
}

void LustreClient::copied(void* self, std::uint64_t slot) {
  auto& client = *static_cast<LustreClient*>(self);
  File& file = client.files_[slot];
  file.ending = EventId();
  client.finish(file);
}

void LustreClient::begin_write(IoRequest& request) {
  File& file = files_[request.handle];
  const Layout layout = servers_.layout_of(file.info);
  const Bytes end = request.offset + request.length;
  bytes_written_.add(request.length);
  if (request.length == Bytes()) return finish(file);
  for (Bytes at = request.offset; at < end;) {
    const Extent extent = layout.extent_at(at, spec_.rpc_size);
    Rpc& rpc = make_rpc(Rpc::Kind::write, request.handle);
    rpc.target = extent.target;
    rpc.stripe = extent.stripe;
    rpc.length = std::min(extent.length, end - at);
    at += rpc.length;
    ++file.pending;
    send_bulk(rpc);
  }
}

void LustreClient::begin_sync(IoRequest& request) {
  File& file = files_[request.handle];
  const Layout layout = servers_.layout_of(file.info);
  file.pending = file.info.layout.stripe_count;
  for (std::int64_t stripe = 0; stripe < file.info.layout.stripe_count; ++stripe) {
    Rpc& rpc = make_rpc(Rpc::Kind::sync, request.handle);
    rpc.target = layout.target_of_stripe(stripe);
    transmit(rpc);
  }
}

void LustreClient::lock_granted(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  file.locks[static_cast<std::size_t>(rpc.stripe)] = Lock::granted;
  RpcQueue others;
  while (!file.locked_out.empty()) {
    Rpc& held = file.locked_out.pop();
    if (file.forgotten) {
      --file.outstanding;
      rpcs_.give(held);
    } else if (held.stripe == rpc.stripe) {
      enter_window(held);
    } else {
      others.push(held);
    }
  }
  file.locked_out = others;
}

// The attributes come from the MDS; the size from every stripe's target.
void LustreClient::stat_answered(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  if (rpc.kind == Rpc::Kind::glimpse) {
    if (--file.pending > 0) return;
    finish(file);
    file.forgotten = true;
    return;
  }
  const Layout layout = servers_.layout_of(file.info);
  file.pending = file.info.layout.stripe_count;
  for (std::int64_t stripe = 0; stripe < file.info.layout.stripe_count; ++stripe) {
    Rpc& glimpse = make_rpc(Rpc::Kind::glimpse, slot);
    glimpse.target = layout.target_of_stripe(stripe);
    transmit(glimpse);
  }
}

void LustreClient::replied(void* self, std::uint64_t word) {
  auto& client = *static_cast<LustreClient*>(self);
  Rpc& rpc = to_rpc(word);
  const FileHandle slot = rpc.file;
  const Duration latency = client.sim_.now() - rpc.issued;
  if (rpc.is_metadata()) client.metadata_rpc_.record(latency);
  if (rpc.is_bulk()) {
    client.bulk_rpc_.record(latency);
    client.servers_.returned(rpc);
  }
  if (rpc.is_metadata() || rpc.is_bulk()) client.leave_window(rpc);
  --client.files_[slot].outstanding;
  client.answer(slot, rpc);
  client.rpcs_.give(rpc);
  client.free_file_if_done(slot);
}

void LustreClient::answer(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  if (rpc.kind == Rpc::Kind::enqueue) return lock_granted(slot, rpc);
  if (file.forgotten) return;
  switch (rpc.kind) {
    case Rpc::Kind::open:
    case Rpc::Kind::create: return finish(file);
    case Rpc::Kind::close:
      finish(file);
      file.forgotten = true;
      return;
    case Rpc::Kind::getattr:
    case Rpc::Kind::glimpse: return stat_answered(slot, rpc);
    case Rpc::Kind::read:
      if (rpc.stream == file.stream) chunk_arrived(slot, rpc);
      return;
    case Rpc::Kind::write:
    case Rpc::Kind::sync:
      if (rpc.stream == file.stream && --file.pending == 0) finish(file);
      return;
    case Rpc::Kind::enqueue: return;
  }
}

void LustreClient::finish(File& file) {
  IoRequest& request = *std::exchange(file.request, nullptr);
  const Duration spent = sim_.now() - file.started;
  switch (request.operation) {
    case IoOperation::read: read_operation_.record(spent); break;
    case IoOperation::write:
    case IoOperation::sync: write_operation_.record(spent); break;
    default: metadata_operation_.record(spent); break;
  }
  request.done.signal();
}

}  // namespace headrace
