#include "models/storage/lustre/client.h"

#include <algorithm>
#include <utility>

#include "models/storage/lustre/lustre.h"
#include "models/storage/request/request_trace.h"

namespace headrace {

namespace {

constexpr const char* kKinds[] = {"open",   "close",   "getattr", "lookup",  "readdir", "create", "unlink",
                                  "commit", "enqueue", "cancel",  "glimpse", "read",    "write",  "sync"};

// Shares of a node's memory that may be unwritten: for one target, and for all [read: Lustre's obd.h and
// class_obd.c].
constexpr std::int64_t kShareForTarget = 8, kShareForAll = 2;
constexpr std::int64_t kNoLimit = std::int64_t{1} << 60;

Bytes unwritten_limit(const LustreClientSpec& spec, Bytes memory) {
  const Bytes limit = std::min(spec.max_dirty, spec.grant);
  return memory > Bytes() ? std::min(limit, memory / kShareForTarget) : limit;
}

}  // namespace

LustreClientMetrics::LustreClientMetrics(const Scope& scope)
    : metadata_operation(scope.histogram("metadata_operation", Unit::nanoseconds)),
      read_operation(scope.histogram("read_operation", Unit::nanoseconds)),
      write_operation(scope.histogram("write_operation", Unit::nanoseconds)),
      metadata_rpc(scope.histogram("metadata_rpc", Unit::nanoseconds)),
      bulk_rpc(scope.histogram("bulk_rpc", Unit::nanoseconds)),
      bytes_read(scope.counter("bytes_read", Unit::bytes)),
      bytes_written(scope.counter("bytes_written", Unit::bytes)),
      page_cache_hits(scope.counter("page_cache_hits", Unit::bytes)),
      page_cache_misses(scope.counter("page_cache_misses", Unit::bytes)),
      unwritten(scope.gauge("unwritten", Unit::bytes)) {}

LustreClient::LustreClient(Scope scope, const LustreClientSpec& spec, LustreClientMetrics& metrics,
                           Lustre& servers, const Host& host)
    : FileSystem(scope.sim()),
      spec_(spec),
      metrics_(metrics),
      servers_(servers),
      host_(host.copied_for(scope.blamed("copies"))),
      metadata_windows_(static_cast<std::size_t>(servers.mdss())),
      targets_(static_cast<std::size_t>(servers.targets())),
      locks_(pages_, spec.lock_max_age, spec.lock_lru_size,
             Action::of<&LustreClient::gave_up>(*this, std::uint64_t{0})),
      pages_(share_of(host.memory, spec.max_cached_share), spec.page_cache),
      written_(scope.sim(), "unwritten pages"),
      unwritten_limit_(unwritten_limit(spec, host.memory)),
      all_limit_(host.memory > Bytes() ? host.memory / kShareForAll : Bytes::count(kNoLimit)),
      lanes_(servers.flows() ? static_cast<std::size_t>(servers.targets()) : 0),
      window_waiting_(scope.gauge("window_waiting/" + std::to_string(host.port), Unit::fraction)) {}

void LustreClient::start(IoRequest& request) {
  locks_.expire(sim_.now());
  const IoOperation operation = request.operation;
  if (request.is_by_name()) open_file(request);
  File& file = files_[request.handle];
  HEADRACE_CHECK(file.request == nullptr && !file.forgotten);
  file.request = &request;
  file.started = sim_.now();
  switch (operation) {
    case IoOperation::open:
    case IoOperation::create:
    case IoOperation::stat:
    case IoOperation::unlink:
    case IoOperation::list: return ask_by_name(request.handle);
    case IoOperation::close:
      send_partials(request.handle);
      return send_metadata(Rpc::Kind::close, request.handle);
    case IoOperation::read: return begin_read(request);
    case IoOperation::write: return begin_write(request);
    case IoOperation::sync: return begin_sync(request);
  }
}

void LustreClient::abandon(IoRequest& request) {
  File& file = files_[request.handle];
  const IoOperation operation = request.operation;
  file.request = nullptr;
  file.copy.stop(sim_);
  if (!request.is_by_handle()) return forget(request.handle);
  // What is still on its way for this operation arrives for nobody; what is written reaches its target.
  for (std::size_t i = 0; i < file.chunks.size(); ++i) file.chunks[i].only = nullptr;
  ++file.stream;
  file.reading = false;
  file.pending = 0;
  file.committing = false;
  if (operation == IoOperation::read) give_up_read(file);
  if (operation == IoOperation::write) give_up_write(request.handle);
}

// Forgets a file when its user goes away. Dirty pages are left behind, and they are written.
void LustreClient::forget(FileHandle handle) {
  HEADRACE_CHECK(files_[handle].request == nullptr && !files_[handle].forgotten);
  send_partials(handle);
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

void LustreClient::open_file(IoRequest& request) {
  request.handle = take_file();
  File& file = files_[request.handle];
  if (request.operation == IoOperation::create) {
    servers_.place_new(request.file);
    servers_.note_written(request.file.id.set);
  }
  know(file, request.file);
  if (request.operation == IoOperation::open || request.operation == IoOperation::create)
    file.objects.resize(static_cast<std::size_t>(file.info.layout.stripe_count));
}

void LustreClient::know(File& file, const FileInfo& info) {
  file.info = info;
  file.job = servers_.job_of(info.id);
  file.layout = servers_.layout_of(info);
  file.info.layout.stripe_count = file.layout->stripe_count();
  file.info.layout.more = nullptr;  // Its spec may go.
}

// Frees the slot of a file that was forgotten. It is used again only when nothing on its way still names it,
// and keeps the memory of its containers.
void LustreClient::free_file_if_done(FileHandle slot) {
  File& file = files_[slot];
  if (!file.forgotten || file.outstanding > 0) return;
  end_stream(file);
  if (file.in_group) leave_group(file);
  for (const Object& object : file.objects)
    if (object.lock != kNoLock) locks_.close(object.lock);
  file.objects.clear();
  static_cast<FileState&>(file) = FileState();
  free_files_.push_back(slot);
}

void LustreClient::replied(Rpc& rpc) {
  if (is_early(rpc)) return;
  const Duration latency = sim_.now() - rpc.issued;
  trace_answer(sim_, rpc, kKinds[static_cast<std::size_t>(rpc.kind)],
               [&] { return servers_.places_of(rpc); });
  if (rpc.is_metadata()) {
    metrics_.metadata_rpc.record(latency);
    leave_metadata_window(rpc);
  } else if (rpc.is_bulk()) {
    metrics_.bulk_rpc.record(latency);
    servers_.returned(rpc);
    leave_window(rpc);
  }
  answer(rpc.file, rpc);
  retire(rpc);
}

void LustreClient::answer(FileHandle slot, Rpc& rpc) {
  File& file = files_[slot];
  switch (rpc.kind) {
    case Rpc::Kind::enqueue: return lock_granted(rpc);
    case Rpc::Kind::open:
      if (rpc.length > Bytes()) opened(slot, rpc);
      break;
    case Rpc::Kind::lookup: return looked_up(slot, rpc);
    case Rpc::Kind::unlink: return unlinked(slot);
    case Rpc::Kind::write: return write_answered(slot, rpc);
    case Rpc::Kind::read:
      flow_.read_back += rpc.length;
      note_fetched(file.info.id, rpc.length);
      if (rpc.cached) keep_pages(rpc);
      if (!file.forgotten && rpc.stream == file.stream) {
        chunk_arrived(slot, rpc.chunk, rpc);
      } else {
        leave_chunk(file, rpc);
      }
      if (rpc.listed) hand_along(rpc);
      return;
    default: break;
  }
  if (file.forgotten) return;
  const bool of_names = rpc.is_metadata() || rpc.kind == Rpc::Kind::glimpse;
  if (of_names && file.request != nullptr && rpc.stream == file.stream)
    tell(file.request->account, rpc, sim_.now());
  switch (rpc.kind) {
    case Rpc::Kind::getattr:
    case Rpc::Kind::glimpse: return stat_answered(slot, rpc);
    case Rpc::Kind::readdir: return listed(slot);
    case Rpc::Kind::sync:
      if (rpc.stream == file.stream) sync_answered(file, &rpc);
      return;
    case Rpc::Kind::commit:
      if (rpc.stream == file.stream) commit_objects(slot);
      return;
    case Rpc::Kind::close: return end_and_forget(file);
    default: return finish(file);
  }
}

void LustreClient::finish(File& file) {
  IoRequest& request = *std::exchange(file.request, nullptr);
  const Duration spent = sim_.now() - file.started;
  switch (request.operation) {
    case IoOperation::read:
      note_given(file.info.id, file.wanted - request.offset);
      metrics_.read_operation.record(file.copied_at - file.started);
      break;
    case IoOperation::write:
    case IoOperation::sync: metrics_.write_operation.record(spent); break;
    default:
      metrics_.metadata_operation.record(spent);
      request.account.spend(Activity::metadata, sim_.now());
      break;
  }
  request.done.signal();
}

}  // namespace headrace
