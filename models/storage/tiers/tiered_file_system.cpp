#include "models/storage/tiers/tiered_file_system.h"

#include <utility>
#include <vector>

namespace headrace {

TieredFileSystem::TieredFileSystem(const Scope& scope, const TiersSpec& spec, Tier& tier, FileSystem& above,
                                   FileSystem& below)
    : LayeredFileSystem(scope.sim(), "tiers"),
      spec_(spec),
      tier_(tier),
      above_(above),
      below_(below),
      read_above_(scope.counter("bytes_read_above", Unit::bytes)),
      read_below_(scope.counter("bytes_read_below", Unit::bytes)),
      written_above_(scope.counter("bytes_written_above", Unit::bytes)),
      written_below_(scope.counter("bytes_written_below", Unit::bytes)) {}

Task<> TieredFileSystem::written_back(FileId file) {
  co_await above_.written_back(file);
  co_await below_.written_back(file);
}

void TieredFileSystem::drop_caches() {
  above_.drop_caches();
  below_.drop_caches();
}

void TieredFileSystem::hold(FileHandle handle) {
  if (open_.size() <= handle) open_.resize(handle + std::size_t{1});
}

Task<> TieredFileSystem::perform(FileHandle handle) {
  switch (request_of(handle).operation) {
    case IoOperation::open: return open(handle);
    case IoOperation::create: return create(handle);
    case IoOperation::close: return close(handle);
    case IoOperation::read: return read(handle);
    case IoOperation::write: return write(handle);
    case IoOperation::sync: return sync(handle);
    case IoOperation::unlink: return unlink(handle);
    case IoOperation::stat:
    case IoOperation::list: return stat_or_list(handle);
  }
  HEADRACE_CHECK(false);
}

Task<> TieredFileSystem::hold_above(FileHandle handle, bool creates) {
  Open& open = open_[handle];
  if (open.above) co_return;
  const FileInfo info = info_of(handle);
  FileHandle opened = 0;
  if (creates) {
    opened = co_await above_.create(info, request_of(handle).account);
  } else {
    opened = co_await above_.open(info, request_of(handle).account);
  }
  open.above.emplace(above_, opened);
}

Task<> TieredFileSystem::hold_below(FileHandle handle, bool creates) {
  Open& open = open_[handle];
  if (open.below) co_return;
  const FileInfo info = info_of(handle);
  FileHandle opened = 0;
  if (creates) {
    opened = co_await below_.create(info, request_of(handle).account);
  } else {
    opened = co_await below_.open(info, request_of(handle).account);
  }
  open.below.emplace(below_, opened);
}

Task<> TieredFileSystem::open(FileHandle handle) {
  if (tier_.has(info_of(handle).id)) {
    co_await hold_above(handle, false);
  } else {
    co_await hold_below(handle, false);
  }
}

Task<> TieredFileSystem::create(FileHandle handle) {
  co_await tier_.clear(info_of(handle), request_of(handle).account);
  co_await decide(handle, true);
}

// Decides where the bytes of a handle go that has not written yet.
Task<> TieredFileSystem::decide(FileHandle handle, bool creates) {
  Open& open = open_[handle];
  const FileInfo info = info_of(handle);
  bool above = false;
  if (spec_.writes != TierWrites::around) {
    co_await tier_.stop_placing(info.id, request_of(handle).account);
    if (!std::exchange(open.writes, true)) tier_.begin(info);
    above = co_await tier_.admit(info, request_of(handle).account);
    if (!above) done_with_writing(open, info);
  }
  if (!above) co_await tier_.clear(info, request_of(handle).account);
  if (above) {
    const bool makes = !tier_.has(info.id);
    co_await hold_above(handle, makes);
    if (makes) tier_.created(info);
  }
  if (!above || spec_.writes == TierWrites::write_through) co_await hold_below(handle, creates);
  open.decided = true;
}

void TieredFileSystem::done_with_writing(Open& open, const FileInfo& info) {
  if (std::exchange(open.writes, false)) tier_.end(info.id);
}

Task<> TieredFileSystem::close(FileHandle handle) {
  Open& open = open_[handle];
  if (open.above) co_await above_.close(open.above->release(), request_of(handle).account);
  open.above.reset();
  if (open.below) co_await below_.close(open.below->release(), request_of(handle).account);
  open.below.reset();
}

void TieredFileSystem::let_go(FileHandle handle) {
  Open& open = open_[handle];
  done_with_writing(open, info_of(handle));
  open.above.reset();
  open.below.reset();
  open.decided = false;
}

// Reads a file from the tier that has it. Who has it open above reads on there, also when it was given up
// meanwhile.
Task<> TieredFileSystem::read(FileHandle handle) {
  Open& open = open_[handle];
  const FileInfo info = info_of(handle);
  const IoRequest& request = request_of(handle);
  const Bytes length = end_of_read(handle) - request.offset;
  note_fetched(info.id, length);  // Both tiers are storage.
  if (open.above || tier_.has(info.id)) {
    co_await hold_above(handle, false);
    tier_.hit(info);
    co_await above_.read(open.above->handle(), request.offset, request.length, request.mode, request.account);
    read_above_.add(length);
    co_return;
  }
  co_await hold_below(handle, false);
  co_await below_.read(open.below->handle(), request.offset, request.length, request.mode, request.account);
  read_below_.add(length);
  tier_.offer(info, length == info.size);
}

Task<> TieredFileSystem::write_one(FileSystem* store, FileHandle file, const IoRequest* request) {
  co_await store->write(file, request->offset, request->length, request->account, request->mode);
}

Task<> TieredFileSystem::sync_one(FileSystem* store, FileHandle file, Account* account) {
  co_await store->sync(file, *account);
}

Task<> TieredFileSystem::write(FileHandle handle) {
  Open& open = open_[handle];
  if (!open.decided) co_await decide(handle, false);
  const IoRequest& request = request_of(handle);
  const bool above = open.writes;
  const bool below = !above || spec_.writes == TierWrites::write_through;
  std::vector<Task<>> parts;
  if (above) parts.push_back(write_one(&above_, open.above->handle(), &request));
  if (below) parts.push_back(write_one(&below_, open.below->handle(), &request));
  co_await when_all(std::move(parts));
  if (above) written_above_.add(request.length);
  if (below) written_below_.add(request.length);
  if (above) tier_.wrote(info_of(handle).id, request.offset, request.offset + request.length);
}

Task<> TieredFileSystem::sync(FileHandle handle) {
  Open& open = open_[handle];
  Account* const account = &request_of(handle).account;
  if (open.writes && spec_.writes == TierWrites::write_back && spec_.sync == TierSide::below) {
    co_await tier_.drained(info_of(handle).id, *account);
    co_return;
  }
  std::vector<Task<>> parts;
  if (open.above) parts.push_back(sync_one(&above_, open.above->handle(), account));
  if (open.below) parts.push_back(sync_one(&below_, open.below->handle(), account));
  co_await when_all(std::move(parts));
}

Task<> TieredFileSystem::unlink(FileHandle handle) {
  const FileInfo info = info_of(handle);
  const bool only_above = tier_.is_only_here(info.id);
  Account& account = request_of(handle).account;
  co_await tier_.clear(info, account);
  if (!only_above) co_await below_.unlink(info, account);
}

Task<> TieredFileSystem::stat_or_list(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  const FileInfo info = info_of(handle);
  if (request.operation == IoOperation::list) {
    co_await below_.list(info, request.entries, request.account);
  } else if (tier_.has(info.id)) {
    co_await above_.stat(info, request.account);
  } else {
    co_await below_.stat(info, request.account);
  }
}

}  // namespace headrace
