// The client's reads: streams, read-ahead, pages that are held.

#include <algorithm>

#include "models/storage/lustre/client.h"

namespace headrace {

void LustreClient::begin_read(IoRequest& request) {
  File& file = files_[request.handle];
  const bool direct = request.mode == ReadMode::direct;
  const bool sequential = !direct && !file.direct && file.reading && request.offset == file.wanted;
  if (!sequential) {  // What the old stream still has on its way arrives for nobody.
    end_stream(file);
    ++file.stream;
    file.reading = true;
    file.begin = file.issued = file.arrived = file.copied = request.offset;
    file.by_requests_until = Bytes();
  }
  file.direct = direct;
  const bool whole = file.info.size <= spec_.max_read_ahead_whole;
  file.ahead = !direct && (sequential || whole || request.offset == Bytes());
  file.wanted = std::max(request.offset, std::min(request.offset + request.length, file.info.size));
  metrics_.bytes_read.add(file.wanted - request.offset);
  flow_.asked += file.wanted - request.offset;
  read_ahead(request.handle);
  copy_out(request.handle);
}

void LustreClient::give_up_read(File& file) {
  flow_.given_up += file.wanted - file.copied;
  file.wanted = file.copied;
  file.copy_ends = sim_.now();
}

// Ends a stream. What it asked for and nobody took was read for nothing.
void LustreClient::end_stream(File& file) {
  flow_.unread += file.issued - file.copied;
  file.issued = file.copied;
  file.chunks.clear();
  file.first_chunk = 0;
}

// Returns how far to read ahead. The window grows with what was read, and not with what has arrived:
// otherwise each arrival would call for the next, and one small read would fetch it all.
Bytes LustreClient::read_ahead_window(const File& file) const {
  if (file.info.size <= spec_.max_read_ahead_whole) return file.info.size;
  const Bytes taken = std::min(file.arrived, file.wanted) - file.begin;
  return std::min(spec_.rpc_size + taken, spec_.max_read_ahead_per_file);
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
  if (pages_.on() && !file.direct) {
    const Bytes before = file.issued;
    if (read_pages(file, lock_of(file, extent.stripe), border, until)) return file.issued > before;
  }
  Rpc& rpc = make_object_rpc(Rpc::Kind::read, slot, extent);
  rpc.chunk = file.first_chunk + file.chunks.size();
  rpc.length = until - file.issued;
  rpc.cached = pages_.on() && !file.direct;
  flow_.by_requests += rpc.length;
  if (rpc.cached) metrics_.page_cache_misses.add(rpc.length);
  here(file, until, false);
  lock_then_send(rpc);
  return true;
}

// True: the next bytes are held. They are read when somebody wants them. Otherwise the request for them ends
// where held ones begin.
bool LustreClient::read_pages(File& file, LockId lock, Bytes border, Bytes& end) {
  if (!locks_.covers(lock, LockMode::read)) return false;
  const PageRun run = pages_.find(file.info.id, locks_.pages(lock), border);
  if (run.empty() || run.end <= file.issued) return false;
  if (!run.covers(file.issued) || file.issued >= file.wanted) {
    end = std::min(end, run.begin);
    return run.covers(file.issued);
  }
  const Bytes until = std::min(run.end, file.wanted);
  const Bytes length = until - file.issued;
  pages_.hit(file.info.id, border, length);
  locks_.touch(lock, sim_.now());
  metrics_.page_cache_hits.add(length);
  flow_.from_pages += length;
  here(file, until, true);
  return true;
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

void LustreClient::chunk_arrived(FileHandle slot, const Rpc& rpc) {
  File& file = files_[slot];
  Chunk& chunk = file.chunks[rpc.chunk - file.first_chunk];
  --chunk.missing;
  if (chunk.range) range_arrived(chunk, rpc);
  const Bytes before = file.arrived;
  while (!file.chunks.empty() && file.chunks.front().missing == 0) {
    file.arrived = file.chunks.front().end;
    if (file.chunks.front().range) copy_range(file, file.chunks.front());
    file.chunks.pop();
    ++file.first_chunk;
  }
  const bool is_last = before < file.wanted && file.arrived >= file.wanted;
  if (is_last && file.request != nullptr && file.request->operation == IoOperation::read)
    tell(file.request->account, rpc, sim_.now());
  read_ahead(slot);
  copy_out(slot);
}

// Copies to the reader what has arrived of what it wants; the reader returns
// when the last byte is copied. A direct read is not copied.
void LustreClient::copy_out(FileHandle slot) {
  File& file = files_[slot];
  if (file.request == nullptr || file.request->operation != IoOperation::read || file.ending) return;
  const Bytes arrived = std::min(file.arrived, file.wanted);
  if (arrived <= file.copied && arrived < file.wanted) return;
  const Duration copy = file.direct ? Duration() : (arrived - file.copied) / spec_.copy_bandwidth;
  file.copy_ends = std::max(file.copy_ends, sim_.now()) + copy;
  flow_.taken += arrived - file.copied;
  file.copied = arrived;
  if (file.copied < file.wanted) return;
  if (file.copy_ends == sim_.now()) return finish(file);
  file.ending = sim_.schedule(file.copy_ends, Action::of<&LustreClient::copied_out>(*this, slot));
}

void LustreClient::copied_out(FileHandle slot) {
  File& file = files_[slot];
  file.ending = EventId();
  finish(file);
}

}  // namespace headrace
