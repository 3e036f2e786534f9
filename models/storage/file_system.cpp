#include "models/storage/file_system.h"

namespace headrace {

namespace {
constexpr const char* kWaitingFor[] = {"open",  "close", "stat",   "create", "read",
                                       "write", "sync",  "unlink", "list"};
}

IoRequest::IoRequest(Simulation& sim, IoOperation what)
    : operation(what), done(sim, kWaitingFor[static_cast<std::size_t>(what)]) {}

FileSystem::Io::Io(FileSystem& store, IoOperation operation, const FileInfo& file)
    : store_(store), request_(store.sim_, operation), ended_(request_.done) {
  request_.file = file;
}

FileSystem::Io::Io(FileSystem& store, const FileInfo& directory, std::int64_t entries)
    : Io(store, IoOperation::list, directory) {
  request_.entries = entries;
}

FileSystem::Io::Io(FileSystem& store, IoOperation operation, FileHandle handle)
    : store_(store), request_(store.sim_, operation), ended_(request_.done) {
  request_.handle = handle;
}

FileSystem::Io::Io(FileSystem& store, IoOperation operation, FileHandle handle, Bytes offset, Bytes length,
                   ReadMode mode)
    : Io(store, operation, handle) {
  request_.offset = offset;
  request_.length = length;
  request_.mode = mode;
}

// An operation may have ended with its frame not yet resumed. Then the store is
// done with it, and only what it opened still needs an owner.
void FileSystem::Io::give_up() {
  if (!request_.done.done()) return store_.abandon(request_);
  if (request_.operation == IoOperation::open || request_.operation == IoOperation::create)
    store_.forget(request_.handle);
}

// Each function returns a prvalue built in place: an Io never moves, because
// the store keeps its address.

FileSystem::Io FileSystem::open(const FileInfo& file) { return Io(*this, IoOperation::open, file); }
FileSystem::Io FileSystem::create(const FileInfo& file) { return Io(*this, IoOperation::create, file); }
FileSystem::Io FileSystem::stat(const FileInfo& file) { return Io(*this, IoOperation::stat, file); }
FileSystem::Io FileSystem::unlink(const FileInfo& file) { return Io(*this, IoOperation::unlink, file); }
FileSystem::Io FileSystem::list(const FileInfo& directory, std::int64_t entries) {
  return Io(*this, directory, entries);
}
FileSystem::Io FileSystem::close(FileHandle handle) { return Io(*this, IoOperation::close, handle); }
FileSystem::Io FileSystem::sync(FileHandle handle) { return Io(*this, IoOperation::sync, handle); }
FileSystem::Io FileSystem::read(FileHandle handle, Bytes offset, Bytes length, ReadMode mode) {
  return Io(*this, IoOperation::read, handle, offset, length, mode);
}
FileSystem::Io FileSystem::write(FileHandle handle, Bytes offset, Bytes length) {
  return Io(*this, IoOperation::write, handle, offset, length, ReadMode::buffered);
}

}  // namespace headrace
