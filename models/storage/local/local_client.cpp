#include "models/storage/local/local_client.h"

#include <algorithm>
#include <utility>

namespace headrace {

LocalClient::LocalClient(const Scope& all, const Scope& drives, const LocalSpec& spec)
    : FileSystem(all.sim()),
      spec_(spec),
      opens_(drives.random("open")),
      metadata_(all.blamed("metadata")),
      device_(drives, spec.device),
      bytes_read_(all.counter("bytes_read", Unit::bytes)),
      bytes_written_(all.counter("bytes_written", Unit::bytes)) {}

void LocalClient::start(IoRequest& request) {
  const IoOperation operation = request.operation;
  if (request.is_by_name()) {
    request.handle = take_file();
    files_[request.handle].info = request.file;
  }
  File& file = files_[request.handle];
  HEADRACE_CHECK(file.request == nullptr && !file.forgotten);
  file.request = &request;
  switch (operation) {
    case IoOperation::open:
    case IoOperation::create:
    case IoOperation::stat:
    case IoOperation::unlink:
    case IoOperation::list:
    case IoOperation::close: {
      if (operation == IoOperation::create) begin_file(file.info.id);
      file.ending = sim_.schedule_in(spec_.open.draw(opens_),
                                     Action::of<&LocalClient::named>(*this, request.handle), metadata_);
      return;
    }
    case IoOperation::read:
    case IoOperation::write: return begin(file, request);
    case IoOperation::sync:
      file.at = file.end = Bytes();
      return submit(file, request.handle, Device::Kind::commit, Bytes(), Bytes());
  }
}

void LocalClient::begin(File& file, IoRequest& request) {
  file.at = request.offset;
  file.end = request.offset + request.length;
  if (request.operation == IoOperation::write) {
    grow_file(file.info.id, file.end);
    bytes_written_.add(request.length);
  } else {
    file.end = std::max(request.offset, std::min(file.end, file.info.size));
    bytes_read_.add(file.end - file.at);
  }
  asked_ += file.end - file.at;
  if (file.at == file.end) return finish(request.handle);
  access(file, request.handle);
}

void LocalClient::access(File& file, FileHandle slot) {
  const bool writes = file.request->operation == IoOperation::write;
  while (file.at < file.end && file.in_flight < spec_.requests_in_flight) {
    const Bytes length = std::min(spec_.request_size, file.end - file.at);
    const Bytes offset = file.at;
    file.at += length;
    submit(file, slot, writes ? Device::Kind::write : Device::Kind::read, offset, length);
  }
}

void LocalClient::submit(File& file, FileHandle slot, Device::Kind kind, Bytes offset, Bytes length) {
  ++file.in_flight;
  ++file.outstanding;
  sent_ += length;
  DriveAccess access;
  access.kind = kind;
  access.length = length;
  access.object = object_number(file.info.id, 0);
  access.offset = offset;
  device_.submit(access, Duration(),
                 Action::of<&LocalClient::accessed>(*this, (std::uint64_t{file.turn} << 32) | slot));
}

void LocalClient::accessed(std::uint64_t slot_and_turn) {
  const auto slot = static_cast<FileHandle>(slot_and_turn & ~std::uint32_t{0});
  File& file = files_[slot];
  --file.outstanding;
  if (file.turn != static_cast<std::uint32_t>(slot_and_turn >> 32)) return free_file_if_done(slot);
  --file.in_flight;
  access(file, slot);
  if (file.in_flight == 0) finish(slot);
}

void LocalClient::named(FileHandle slot) {
  files_[slot].ending = EventId();
  finish(slot);
}

void LocalClient::finish(FileHandle slot) {
  File& file = files_[slot];
  IoRequest& request = *std::exchange(file.request, nullptr);
  const bool ends_file = request.ends_file();
  if (request.operation == IoOperation::read) {
    note_given(file.info.id, file.end - request.offset);
    note_fetched(file.info.id, file.end - request.offset);
  }
  if (request.operation == IoOperation::unlink) remove_file(file.info.id);
  const bool by_name = request.is_by_name() || request.operation == IoOperation::close;
  request.account.spend(by_name ? Activity::metadata : Activity::device, sim_.now());
  request.done.signal();
  if (ends_file) forget(slot);
}

void LocalClient::abandon(IoRequest& request) {
  File& file = files_[request.handle];
  file.request = nullptr;
  sim_.cancel(file.ending);
  file.ending = EventId();
  ++file.turn;
  file.in_flight = 0;
  given_up_ += file.end - file.at;
  file.at = file.end;
  if (!request.is_by_handle()) forget(request.handle);
}

void LocalClient::forget(FileHandle handle) {
  HEADRACE_CHECK(files_[handle].request == nullptr && !files_[handle].forgotten);
  files_[handle].forgotten = true;
  free_file_if_done(handle);
}

FileHandle LocalClient::take_file() {
  if (free_files_.empty()) {
    files_.emplace_back();
    return static_cast<FileHandle>(files_.size() - 1);
  }
  const FileHandle slot = free_files_.back();
  free_files_.pop_back();
  return slot;
}

// Frees the slot of a file that was forgotten. It is used again only when nothing at the drives still names
// it.
void LocalClient::free_file_if_done(FileHandle slot) {
  File& file = files_[slot];
  if (!file.forgotten || file.outstanding > 0) return;
  file = File();
  free_files_.push_back(slot);
}

void LocalClient::begin_file(const FileId& id) {
  Bytes& size = sizes_[id];
  used_ -= size;
  size = Bytes();
}

void LocalClient::remove_file(const FileId& id) {
  const auto found = sizes_.find(id);
  if (found == sizes_.end()) return;
  used_ -= found->second;
  sizes_.erase(found);
}

void LocalClient::grow_file(const FileId& id, Bytes end) {
  Bytes& size = sizes_[id];
  if (end <= size) return;
  used_ += end - size;
  size = end;
  most_used_ = std::max(most_used_, used_);
}

std::string LocalClient::imbalance() const {
  Bytes waiting;
  for (const File& file : files_) waiting += file.end - file.at;
  if (asked_ != sent_ + waiting + given_up_)
    return std::to_string(asked_.count()) + " bytes were asked for and " + std::to_string(sent_.count()) +
           " went to the drives";
  if (most_used_ > spec_.capacity)
    return std::to_string(most_used_.count()) + " bytes were kept on drives of " +
           std::to_string(spec_.capacity.count());
  return {};
}

}  // namespace headrace
