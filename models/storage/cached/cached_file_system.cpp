#include "models/storage/cached/cached_file_system.h"

#include <algorithm>
#include <utility>

#include "models/storage/client/page_copy.h"

namespace headrace {

CachedFileSystem::CachedFileSystem(const Scope& scope, const PageCacheSpec& spec, Bytes capacity, Close close,
                                   const Host& host, FileSystem& below)
    : LayeredFileSystem(scope.sim(), "page cache"),
      spec_(spec),
      dirty_limit_(std::max(spec.piece, share_of(capacity, spec.dirty_share))),
      background_limit_(std::min(dirty_limit_, share_of(capacity, spec.background_share))),
      run_limit_(std::max(spec.piece, std::min(64_MiB, dirty_limit_ / 8))),
      close_(close),
      host_(host.copied_for(scope.blamed("copies"))),
      below_(below),
      pages_(capacity, spec.policy),
      room_(scope.sim(), "unwritten pages"),
      hits_(scope.counter("page_cache_hits", Unit::bytes)),
      misses_(scope.counter("page_cache_misses", Unit::bytes)),
      bytes_read_(scope.counter("bytes_read", Unit::bytes)),
      bytes_written_(scope.counter("bytes_written", Unit::bytes)),
      background_(scope.sim()) {}

CachedFileSystem::~CachedFileSystem() {
  stop();
  background_.cancel_all();
  open_.clear();
  sim_.cancel(expiry_);
}

void CachedFileSystem::drop_caches() {
  pages_.drop_all();
  below_.drop_caches();
}

void CachedFileSystem::hold(FileHandle handle) {
  while (open_.size() <= handle) open_.emplace_back(sim_);
}

Task<> CachedFileSystem::perform(FileHandle handle) {
  switch (request_of(handle).operation) {
    case IoOperation::open: return open(handle, false);
    case IoOperation::create: return open(handle, true);
    case IoOperation::close: return close(handle);
    case IoOperation::read:
      return request_of(handle).mode == IoMode::direct ? read_directly(handle) : read(handle);
    case IoOperation::write:
      return request_of(handle).mode == IoMode::direct ? write_directly(handle) : write(handle);
    case IoOperation::sync: return sync(handle);
    case IoOperation::stat:
    case IoOperation::unlink:
    case IoOperation::list: return pass_on(handle);
  }
  HEADRACE_CHECK(false);
}

Task<> CachedFileSystem::pass_on(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  if (request.operation == IoOperation::stat) co_await below_.stat(request.file, request.account);
  if (request.operation == IoOperation::list)
    co_await below_.list(request.file, request.entries, request.account);
  if (request.operation != IoOperation::unlink) co_return;
  co_await below_.unlink(request.file, request.account);
  discard(request.file);
}

Task<> CachedFileSystem::open(FileHandle handle, bool creates) {
  const FileInfo info = info_of(handle);
  Account& account = request_of(handle).account;
  if (creates) discard(info);
  FileHandle opened = 0;
  if (creates) {
    opened = co_await below_.create(info, account);
  } else {
    opened = co_await below_.open(info, account);
  }
  File& file = file_of(info);
  note_changes(file, below_.changes_of(opened));
  ++file.users;
  Open& open = open_[handle];
  file.backings.emplace_front(sim_, below_, opened);
  open.file = &file;
  open.backing = file.backings.begin();
  open.next = open.taken = open.own_until = Bytes();
  open.sequential = open.fetches = false;
}

Task<> CachedFileSystem::close(FileHandle handle) {
  Open& open = open_[handle];
  Account& account = request_of(handle).account;
  open.ahead.cancel_all();
  if (close_ == Close::writes_back) co_await flush(open.file, account);
  Backing& backing = *open.backing;
  if (is_needed(*open.file, backing)) co_return;
  backing.closing = true;
  co_await below_.close(backing.held->release(), account);
  backing.held.reset();
}

void CachedFileSystem::let_go(FileHandle handle) {
  Open& open = open_[handle];
  open.ahead.cancel_all();
  if (open.file == nullptr) return;
  File& file = *std::exchange(open.file, nullptr);
  open.backing->orphan = true;
  --file.users;
  tidy(file);
}

// Notes whether a read is sequential: it begins where the last one ended, or with the file.
void CachedFileSystem::note_stream(Open& open, const IoRequest& request, Bytes end) {
  const bool goes_on = open.taken > Bytes() && request.offset == open.next;
  open.sequential = goes_on || request.offset == Bytes();
  if (!goes_on) open.taken = open.own_until = Bytes();
  open.taken += end - request.offset;
  open.next = end;
}

Bytes CachedFileSystem::held_until(const File& file, Bytes at) const {
  const Bytes unwritten = std::max(file.dirty.held_until(at), file.leaving.held_until(at));
  return std::max(unwritten, pages_.held_until(object_of(file.info), at, next_border(at)));
}

Bytes CachedFileSystem::missing_until(const File& file, Bytes at, Bytes end) const {
  end = std::min(file.dirty.missing_until(at, end), file.leaving.missing_until(at, end));
  end = file.fetching.missing_until(at, end);
  return pages_.next_held(object_of(file.info), at, end);
}

// Takes bytes from memory. What the reader fetched ahead for itself is no hit.
void CachedFileSystem::take(Open& open, Bytes at, Bytes until) {
  pages_.hit(object_of(open.file->info), at, until);
  hits_.add(until - std::min(until, std::max(at, open.own_until)));
}

// Copies between pages and a process, which its thread does, and then what is next.
Task<> CachedFileSystem::copy(Bytes length, Account& account, ThreadWork* next) {
  PageCopy work;
  co_await work.run(sim_, host_, length / spec_.copy_bandwidth, length, next);
  account.spend(Activity::core, work.began());
  account.spend(Activity::memory, work.copied());
}

// Bytes on their way from the store: others wait for them, and look again when they do not come.
class CachedFileSystem::Fetch {
 public:
  Fetch(File& file, Bytes begin, Bytes end) : file_(file), begin_(begin), end_(end) {
    file_.fetching.add(begin, end);
  }
  Fetch(const Fetch&) = delete;
  Fetch& operator=(const Fetch&) = delete;
  ~Fetch() {
    file_.fetching.remove(begin_, end_);
    file_.arrived.tell();
  }

 private:
  File& file_;
  Bytes begin_, end_;
};

Task<> CachedFileSystem::read(FileHandle handle) {
  Open& open = open_[handle];
  const IoRequest& request = request_of(handle);
  const Bytes end = end_of_read(handle);
  note_stream(open, request, end);
  Bytes at = request.offset;
  while (at < end) {
    const Bytes begin = at;
    at = std::min(end, held_until(*open.file, at));
    if (at > begin) {
      take(open, begin, at);
    } else if (open.file->fetching.held_until(at) > at) {
      const Relay::Listening listening(open.file->moving, request.account);
      co_await open.file->arrived.next();
      continue;
    } else {
      const Bytes most = open.sequential ? at + std::max(spec_.piece, spec_.read_ahead) : end;
      const Bytes until = missing_until(*open.file, at, std::min(end, most));
      const Relay::Listening listening(open.file->moving, request.account);
      const Fetch on_its_way(*open.file, at, until);
      co_await fetch(handle, at, until);
      at = until;
    }
    read_ahead(handle, at);
    ThreadWork* const next = at == end ? request.next : nullptr;
    co_await copy(at - begin, request.account, next);
  }
  bytes_read_.add(end - request.offset);
}

Task<> CachedFileSystem::read_directly(FileHandle handle) {
  Open& open = open_[handle];
  const IoRequest& request = request_of(handle);
  co_await flush(open.file, request.account);
  const Relay::Listening listening(open.file->moving, request.account);
  const Resource::Hold turn = co_await open.backing->busy.acquire();
  open.file->moving.spend(Activity::window, sim_.now());
  co_await below_.read(open.backing->held->handle(), request.offset, request.length, IoMode::direct,
                       open.file->moving);
  bytes_read_.add(end_of_read(handle) - request.offset);
  note_fetched(info_of(handle).id, end_of_read(handle) - request.offset);
}

Task<> CachedFileSystem::fetch(FileHandle handle, Bytes begin, Bytes end) {
  Open& open = open_[handle];
  const std::uint64_t drops = open.file->drops;
  const Resource::Hold turn = co_await open.backing->busy.acquire();
  open.file->moving.spend(Activity::window, sim_.now());
  co_await below_.read(open.backing->held->handle(), begin, end - begin, IoMode::buffered, open.file->moving);
  misses_.add(end - begin);
  note_fetched(open.file->info.id, end - begin);
  open.own_until = std::max(open.own_until, end);
  if (drops == open.file->drops) pages_.add(object_of(open.file->info), begin, end);
}

// Reads ahead of a sequential reader who is at `position`, as far as it has read, in whole pieces.
void CachedFileSystem::read_ahead(FileHandle handle, Bytes position) {
  Open& open = open_[handle];
  if (!open.sequential || open.fetches || spec_.read_ahead == Bytes()) return;
  const Bytes size = info_of(handle).size;
  const Bytes window = std::min(spec_.read_ahead, spec_.piece + open.taken);
  Bytes until = std::min(size, next_border(position + window - 1_B));
  Bytes begin = position;
  while (begin < until) {
    const Bytes next = std::max(held_until(*open.file, begin), open.file->fetching.held_until(begin));
    if (next == begin) break;
    begin = next;
  }
  if (rights_ != nullptr && begin < until) until = rights_->readable_until(info_of(handle).id, begin, until);
  if (begin >= until || (until < size && until - begin < spec_.piece)) return;
  open.fetches = true;
  until = missing_until(*open.file, begin, until);
  auto on_its_way = std::make_unique<Fetch>(*open.file, begin, until);  // Before others look at this instant.
  open.ahead.spawn_daemon("read ahead", fetch_ahead(handle, begin, until, std::move(on_its_way)));
}

Task<> CachedFileSystem::fetch_ahead(FileHandle handle, Bytes begin, Bytes end,
                                     std::unique_ptr<Fetch> on_its_way) {
  co_await fetch(handle, begin, end);
  on_its_way.reset();
  open_[handle].fetches = false;
}

// Room for what a writer copies, among what is unwritten.
class CachedFileSystem::Room {
 public:
  Room(CachedFileSystem& cache, Bytes length) : cache_(cache), length_(length) { cache_.reserved_ += length; }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() {
    cache_.reserved_ -= length_;
    cache_.room_.tell();
  }

 private:
  CachedFileSystem& cache_;
  Bytes length_;
};

Task<> CachedFileSystem::write(FileHandle handle) {
  File& file = *open_[handle].file;
  const IoRequest& request = request_of(handle);
  const Bytes end = request.offset + request.length;
  for (Bytes at = request.offset; at < end;) {
    const Bytes until = std::min({end, next_border(at), at + dirty_limit_});
    while (dirty_ + reserved_ + (until - at) > dirty_limit_) {
      start_streams(true);
      const Relay::Listening listening(writing_, request.account);
      co_await room_.next();
      request.account.spend(Activity::window, sim_.now());
    }
    const Room room(*this, until - at);
    co_await copy(until - at, request.account);
    bytes_written_.add(until - at);
    add_dirty(file, at, until);
    at = until;
  }
}

// Writes around the pages: what is dirty of the file leaves before, and what is held of these bytes is given
// up.
Task<> CachedFileSystem::write_directly(FileHandle handle) {
  Open& open = open_[handle];
  const IoRequest& request = request_of(handle);
  co_await flush(open.file, request.account);
  pages_.drop(object_of(open.file->info), request.offset, request.offset + request.length);
  const Relay::Listening listening(open.file->moving, request.account);
  const Resource::Hold turn = co_await open.backing->busy.acquire();
  open.file->moving.spend(Activity::window, sim_.now());
  open.backing->wrote = true;
  co_await below_.write(open.backing->held->handle(), request.offset, request.length, open.file->moving,
                        IoMode::direct);
  bytes_written_.add(request.length);
}

Task<> CachedFileSystem::sync(FileHandle handle) {
  File& file = *open_[handle].file;
  Account& account = request_of(handle).account;
  co_await flush(&file, account);
  open_[handle].backing->wrote = true;
  for (;;) {
    const auto wrote = std::find_if(file.backings.begin(), file.backings.end(),
                                    [](const Backing& one) { return one.wrote && !one.closing; });
    if (wrote == file.backings.end()) co_return;
    wrote->wrote = false;
    const Use use(*this, file, *wrote);
    const Relay::Listening listening(file.moving, account);
    const Resource::Hold turn = co_await wrote->busy.acquire();
    file.moving.spend(Activity::window, sim_.now());
    co_await below_.sync(wrote->held->handle(), file.moving);
  }
}

}  // namespace headrace
