#include "models/storage/file_system.h"

#include <algorithm>

namespace headrace {

namespace {
constexpr const char* kWaitingFor[] = {"open",  "close", "stat",   "create", "read",
                                       "write", "sync",  "unlink", "list"};
}

IoRequest::IoRequest(Simulation& sim, IoOperation what, Account& told)
    : operation(what), account(told), done(sim, kWaitingFor[static_cast<std::size_t>(what)]) {}

FileSystem::Io::Io(FileSystem& store, Account& account, IoOperation operation, const FileInfo& file)
    : store_(store), request_(store.sim_, operation, account), ended_(request_.done) {
  request_.file = file;
}

FileSystem::Io::Io(FileSystem& store, Account& account, const FileInfo& directory, std::int64_t entries)
    : Io(store, account, IoOperation::list, directory) {
  request_.entries = entries;
}

FileSystem::Io::Io(FileSystem& store, Account& account, IoOperation operation, FileHandle handle)
    : store_(store), request_(store.sim_, operation, account), ended_(request_.done) {
  request_.handle = handle;
}

FileSystem::Io::Io(FileSystem& store, Account& account, IoOperation operation, FileHandle handle,
                   Bytes offset, Bytes length, IoMode mode, ThreadWork* next)
    : Io(store, account, operation, handle) {
  request_.offset = offset;
  request_.length = length;
  request_.mode = mode;
  request_.next = next;
}

// Gives up an operation. It may have ended with its frame not yet resumed: then the store is done with it,
// and only what it opened still needs an owner.
void FileSystem::Io::give_up() {
  if (!request_.done.done()) return store_.abandon(request_);
  if (request_.operation == IoOperation::open || request_.operation == IoOperation::create)
    store_.forget(request_.handle);
}

// Tells whoever traces of an operation that ended. Work that a read did for who reads is no part of its call.
void FileSystem::trace(const IoRequest& request, Time begun, Duration next) {
  if (request.operation == IoOperation::open || request.operation == IoOperation::create) {
    if (request.handle >= traced_.size()) traced_.resize(request.handle + 1);
    traced_[request.handle] = request.file.id;
  }
  const Track track = request.account.track();
  if (!track) return;
  const bool known = request.is_by_name() || request.handle < traced_.size();
  const FileId id = request.is_by_name() ? request.file.id : known ? traced_[request.handle] : FileId();
  Trace::File file;
  file.set = id.set;
  file.index = id.index;
  file.offset = request.offset;
  file.length = request.length;
  const Duration done = request.next == nullptr ? Duration() : next - request.next->span;
  const Time end = std::max(begun, sim_.now() - done);
  track.call(kWaitingFor[static_cast<std::size_t>(request.operation)], file, begun, end,
             request.account.thread());
}

void FileSystem::lock_ahead(FileHandle, Bytes, Bytes) { HEADRACE_CHECK(false); }
void FileSystem::lock_as_group(FileHandle) { HEADRACE_CHECK(false); }

Task<> FileSystem::written_back(FileId) { co_return; }

// Each function returns a prvalue built in place: an Io never moves, because
// the store keeps its address.

FileSystem::Io FileSystem::open(const FileInfo& file, Account& account) {
  return Io(*this, account, IoOperation::open, file);
}
FileSystem::Io FileSystem::create(const FileInfo& file, Account& account) {
  return Io(*this, account, IoOperation::create, file);
}
FileSystem::Io FileSystem::stat(const FileInfo& file, Account& account) {
  return Io(*this, account, IoOperation::stat, file);
}
FileSystem::Io FileSystem::unlink(const FileInfo& file, Account& account) {
  return Io(*this, account, IoOperation::unlink, file);
}
FileSystem::Io FileSystem::list(const FileInfo& directory, std::int64_t entries, Account& account) {
  return Io(*this, account, directory, entries);
}
FileSystem::Io FileSystem::close(FileHandle handle, Account& account) {
  return Io(*this, account, IoOperation::close, handle);
}
FileSystem::Io FileSystem::sync(FileHandle handle, Account& account) {
  return Io(*this, account, IoOperation::sync, handle);
}
FileSystem::Io FileSystem::read(FileHandle handle, Bytes offset, Bytes length, IoMode mode, Account& account,
                                ThreadWork* next) {
  return Io(*this, account, IoOperation::read, handle, offset, length, mode, next);
}
FileSystem::Io FileSystem::write(FileHandle handle, Bytes offset, Bytes length, Account& account,
                                 IoMode mode) {
  return Io(*this, account, IoOperation::write, handle, offset, length, mode, nullptr);
}

}  // namespace headrace
