// The client's reads: streams, read-ahead, pages that are held.

#include <algorithm>
#include <utility>

#include "models/storage/lustre/client.h"

namespace headrace {

void LustreClient::begin_read(IoRequest& request) {
  File& file = files_[request.handle];
  const bool direct = request.mode == IoMode::direct;
  const bool sequential = !direct && !file.direct && file.reading && request.offset == file.wanted;
  if (!sequential) {  // What the old stream still has on its way arrives for nobody.
    end_stream(file);
    ++file.stream;
    file.reading = true;
    file.issued = file.arrived = file.copied = request.offset;
    file.windows = request.offset == Bytes() ? 1 : 0;
    file.by_requests_until = Bytes();
  } else {
    ++file.windows;
  }
  file.direct = direct;
  const bool whole = file.info.size <= spec_.max_read_ahead_whole;
  file.ahead = !direct && (sequential || whole || request.offset == Bytes());
  file.wanted = std::max(request.offset, std::min(request.offset + request.length, file.info.size));
  metrics_.bytes_read.add(file.wanted - request.offset);
  flow_.asked += file.wanted - request.offset;
  if (!direct) return pages_given(request.handle);
  file.given = std::min(file.wanted, request.offset + request_size(file));
  const Duration span = spec_.call_overhead + direct_work(file.given - request.offset);
  if (span == Duration()) return pages_given(request.handle);
  file.copy.start(sim_, host_, span, Bytes(), Action::of<&LustreClient::pages_given>(*this, request.handle));
}

// Asks for what a read wants. The requests of a direct one leave once its thread has given the pages of the
// first; it gives the others meanwhile.
void LustreClient::pages_given(FileHandle slot) {
  File& file = files_[slot];
  if (file.direct) {
    file.request->account.spend(Activity::core, file.copy.began());
    file.request->account.spend(Activity::memory, sim_.now());
  }
  read_ahead(slot);
  if (!file.direct) return copy_out(slot);
  file.copied_next = file.copied;
  work(slot, direct_work(file.wanted - file.given), Bytes());
}

// Lets the thread that reads work, and looks at what it has to copy then.
void LustreClient::work(FileHandle slot, Duration span, Bytes copied, ThreadWork* next) {
  if (span == Duration()) return taken(slot, sim_.now());
  const Action end = Action::of<&LustreClient::copied_out>(*this, slot);
  files_[slot].copy.start(sim_, host_, span, copied, end, next);
}

// Returns the work of the thread that gives the pages of a direct read.
Duration LustreClient::direct_work(Bytes length) const {
  constexpr Bytes kPage = 4_KiB;
  return spec_.direct_page * ((length + kPage - 1_B) / kPage);
}

// Gives up a read. What was copied ahead of its arrival was not.
void LustreClient::give_up_read(File& file) {
  const Bytes copied = std::min(file.copied, file.arrived);
  flow_.taken -= file.copied - copied;
  file.copied = copied;
  flow_.given_up += file.wanted - file.copied;
  file.wanted = file.copied;
}

// Ends a stream. What it asked for and nobody took was read for nothing.
void LustreClient::end_stream(File& file) {
  flow_.unread += file.issued - file.copied;
  file.issued = file.copied;
  file.chunks.clear();
  file.first_chunk = 0;
}

// Returns how far to read ahead of the reader: all that the call under way wants, to the end of its last
// request, and a request more with each call of the stream [read: Lustre's llite/rw.c, ll_readahead and
// ras_increase_window].
Bytes LustreClient::read_ahead_window(const File& file) const {
  if (file.info.size <= spec_.max_read_ahead_whole) return file.info.size;
  const Bytes reader = std::min(file.arrived, file.wanted);
  const Bytes wants = file.wanted > reader ? wanted_end(file) - reader : Bytes();
  return std::min(std::max(spec_.rpc_size * file.windows, wants), spec_.max_read_ahead_per_file);
}

// Returns where the last request ends for what a reader wants.
Bytes LustreClient::wanted_end(const File& file) const {
  const Extent last = file.layout->extent_at(file.wanted - 1_B, spec_.rpc_size);
  return std::min(last.offset + last.length, file.info.size);
}

// Pages that are held may move the reader on, and the window with it.
void LustreClient::read_ahead(FileHandle slot) {
  const File& file = files_[slot];
  const Bytes end = file.ahead ? file.info.size : file.wanted;
  for (;;) {
    const Bytes reader = std::min(file.arrived, file.wanted);
    const Bytes until = file.direct ? end : std::min(end, reader + read_ahead_window(file));
    if (file.issued >= until || range_waits(file, end)) return;
    if (read_range(slot, end)) continue;
    if (!read_on(slot, end)) return;
  }
}

// Takes the next step of the stream, at most to `end`: from a held page or by a request. False: the next page
// is held, and nobody wants it yet.
bool LustreClient::read_on(FileHandle slot, Bytes end) {
  File& file = files_[slot];
  const Extent extent = file.layout->extent_at(file.issued, spec_.rpc_size);
  const Bytes border = extent.offset + extent.length;
  Bytes until = std::min(border, end);
  const bool cached = pages_.on() && !file.direct;
  const LockId lock = lock_of(file, extent.stripe);
  if (cached) {
    const Bytes before = file.issued;
    if (read_pages(file, extent, until)) return file.issued > before;
    if (locks_.is_shared(lock) && read_along(slot, lock, until)) return true;
  }
  Rpc& rpc = make_object_rpc(Rpc::Kind::read, slot, extent);
  rpc.chunk = file.first_chunk + file.chunks.size();
  rpc.length = until - file.issued;
  rpc.cached = cached;
  if (cached && locks_.is_shared(lock)) locks_.list(lock, rpc);
  flow_.by_requests += rpc.length;
  if (rpc.cached) metrics_.page_cache_misses.add(rpc.length);
  here(file, until, false);
  if (cached) file.chunks.back().only = &rpc;
  lock_then_send(rpc);
  return true;
}

// True: the next bytes are held. They are read when somebody wants them. Otherwise the request for them ends
// where held ones begin.
bool LustreClient::read_pages(File& file, const Extent& extent, Bytes& end) {
  const LockId lock = lock_of(file, extent.stripe);
  if (!locks_.covers(lock, LockMode::read)) return false;
  const Bytes at = file.layout->bytes_on(extent.stripe, Bytes(), file.issued);
  const Bytes held = locks_.held_until(lock, at, at + extent.length) - at;
  if (held == Bytes()) {
    end = file.issued + (locks_.next_held(lock, at, at + (end - file.issued)) - at);
    return false;
  }
  if (file.issued >= file.wanted) return true;
  const Bytes length = std::min(held, file.wanted - file.issued);
  const Bytes until = file.issued + length;
  locks_.hit_pages(lock, at, at + length);
  locks_.touch(lock, sim_.now());
  metrics_.page_cache_hits.add(length);
  flow_.from_pages += length;
  here(file, until, true);
  return true;
}

// Lists the requests for pages of an object that are under way as a second reader of this client opens it: of
// the first one's, none was.
void LustreClient::list_under_way(LockId lock) {
  for (const File& file : files_) {
    for (std::size_t i = 0; i < file.chunks.size(); ++i) {
      const Chunk& chunk = file.chunks[i];
      if (chunk.missing == 0 || chunk.only == nullptr || chunk.only->listed) continue;
      if (object_of(*chunk.only).lock == lock) locks_.list(lock, *chunk.only);
    }
  }
}

// Lets a part of a read that nobody waits for any more not name its request, which is used again.
void LustreClient::leave_chunk(File& file, const Rpc& rpc) {
  const std::uint64_t number = rpc.chunk - file.first_chunk;
  if (rpc.stream == file.stream && number < file.chunks.size()) file.chunks[number].only = nullptr;
}

// Takes pages that another reader of this client has asked for and that are on their way.
bool LustreClient::read_along(FileHandle slot, LockId lock, Bytes end) {
  File& file = files_[slot];
  Rpc* const rpc = locks_.find_listed(lock, file.issued);
  if (rpc == nullptr) return false;
  const Bytes until = std::min(end, rpc->offset + rpc->length);
  metrics_.page_cache_hits.add(until - file.issued);
  flow_.from_pages += until - file.issued;
  along_[rpc].push_back({slot, file.stream, file.first_chunk + file.chunks.size()});
  rpc->awaited = true;
  ++file.outstanding;
  here(file, until, false);
  return true;
}

// Gives the pages of a request to the readers beside the one that made it.
void LustreClient::hand_along(Rpc& rpc) {
  locks_.unlist(object_of(rpc).lock, rpc);
  if (!std::exchange(rpc.awaited, false)) return;
  const auto along = along_.extract(&rpc);
  for (const Along& one : along.mapped()) {
    File& file = files_[one.file];
    --file.outstanding;
    if (file.forgotten) {
      free_file_if_done(one.file);
    } else if (one.stream == file.stream) {
      chunk_arrived(one.file, one.chunk, rpc);
    }
  }
}

// Notes that the stream goes on to `end`, by bytes that have arrived or that were asked for.
void LustreClient::here(File& file, Bytes end, bool arrived) {
  file.issued = end;
  if (arrived && file.chunks.empty()) {
    file.arrived = end;
    return;
  }
  Chunk chunk;
  chunk.end = end;
  chunk.missing = arrived ? 0 : 1;
  file.chunks.push(chunk);
}

void LustreClient::chunk_arrived(FileHandle slot, std::uint64_t number, const Rpc& rpc) {
  File& file = files_[slot];
  Chunk& chunk = file.chunks[number - file.first_chunk];
  --chunk.missing;
  const Bytes before = file.arrived;
  while (!file.chunks.empty() && file.chunks.front().missing == 0) {
    file.arrived = file.chunks.front().end;
    file.chunks.pop();
    ++file.first_chunk;
  }
  const bool is_last = before < file.wanted && file.arrived >= file.wanted;
  if (is_last && file.request != nullptr && file.request->operation == IoOperation::read)
    tell(file.request->account, rpc, sim_.now());
  read_ahead(slot);
  copy_out(slot);
}

// Copies to the reader what it wants, whose thread does it in two parts: all but what the last request
// brings, from the first arrival on, and that, when it is here. So a reader whose copies are slower than its
// requests ends when all is copied one after another, another with the copy of the last. Of a range the first
// piece comes before it has arrived as a whole. A direct read is not copied.
void LustreClient::copy_out(FileHandle slot, bool comes) {
  File& file = files_[slot];
  if (file.request == nullptr || file.request->operation != IoOperation::read || file.copy.active()) return;
  const bool all = file.arrived >= file.wanted;
  Bytes until = file.wanted;
  if (!all) {
    if (file.direct || (file.arrived <= file.copied && !comes)) return;
    until -= std::min(spec_.rpc_size, until - file.copied);
    if (until == file.copied) return;
  }
  file.copied_next = until;
  if (file.direct) return taken(slot, sim_.now());
  const Bytes length = until - file.copied;
  const Duration span = length / spec_.copy_bandwidth;
  work(slot, all ? span + spec_.call_overhead : span, length, all ? file.request->next : nullptr);
}

void LustreClient::copied_out(FileHandle slot) { taken(slot, files_[slot].copy.copied()); }

// Notes that the application has, since then, what its thread was at.
void LustreClient::taken(FileHandle slot, Time since) {
  File& file = files_[slot];
  flow_.taken += file.copied_next - file.copied;
  file.copied = file.copied_next;
  file.copied_at = since;
  if (file.arrived < file.wanted) return copy_out(slot);
  Account& account = file.request->account;
  account.spend(Activity::core, file.copy.began());
  account.spend(Activity::memory, file.copied_at);
  if (file.copied < file.wanted) return copy_out(slot);
  finish(file);
}

}  // namespace headrace
