#include "models/storage/layered/layered_file_system.h"

#include <algorithm>
#include <utility>

namespace headrace {

void LayeredFileSystem::start(IoRequest& request) {
  if (request.is_by_name()) {
    request.handle = take_slot();
    slots_[request.handle].info = request.file;
    hold(request.handle);
  }
  Slot& slot = slots_[request.handle];
  HEADRACE_CHECK(slot.open && slot.request == nullptr);
  slot.request = &request;
  slot.work.spawn(called_, run(request.handle));
}

Task<> LayeredFileSystem::run(FileHandle handle) {
  co_await perform(handle);
  const bool read = request_of(handle).operation == IoOperation::read;
  if (read) note_given(info_of(handle).id, end_of_read(handle) - request_of(handle).offset);
  IoRequest& request = *std::exchange(slots_[handle].request, nullptr);
  const bool ends_file = request.ends_file();
  request.done.signal();
  if (ends_file) forget(handle);
}

void LayeredFileSystem::abandon(IoRequest& request) {
  Slot& slot = slots_[request.handle];
  slot.work.cancel_all();
  slot.request = nullptr;
  if (!request.is_by_handle()) forget(request.handle);
}

void LayeredFileSystem::forget(FileHandle handle) {
  Slot& slot = slots_[handle];
  HEADRACE_CHECK(slot.open && slot.request == nullptr);
  let_go(handle);
  slot.open = false;
  free_.push_back(handle);
}

Bytes LayeredFileSystem::end_of_read(FileHandle handle) {
  const IoRequest& request = request_of(handle);
  return std::max(request.offset, std::min(request.offset + request.length, info_of(handle).size));
}

FileHandle LayeredFileSystem::take_slot() {
  if (free_.empty()) {
    free_.push_back(static_cast<FileHandle>(slots_.size()));
    slots_.emplace_back(sim_);
  }
  const FileHandle handle = free_.back();
  free_.pop_back();
  slots_[handle].open = true;
  return handle;
}

}  // namespace headrace
