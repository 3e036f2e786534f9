#include "models/jobs/replay/replay_files.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace headrace {

ReplayFiles::ReplayFiles(const Recording& recording, std::int32_t set, const LayoutSpec& layout, bool share)
    : recording_(recording), set_(set), layout_(layout), share_(share) {
  std::map<std::string_view, std::int64_t> numbers;
  for (const RecordedFile& file : recording.files) {
    const std::string_view path = file.path;
    const std::string_view folder = path.substr(0, path.rfind('/') + 1);
    directories_.push_back(numbers.emplace(folder, static_cast<std::int64_t>(numbers.size())).first->second);
  }
}

OpenFiles::Handle* ReplayFiles::idle_handle(ReplaySite& site, std::uint32_t file) {
  auto& handles = site.open.files_[file].handles;
  const auto found = std::find_if(handles.rbegin(), handles.rend(),
                                  [](const OpenFiles::Handle& handle) { return !handle.is_busy; });
  return found == handles.rend() ? nullptr : &*found;
}

std::size_t ReplayFiles::number_of(const ReplaySite& site, std::uint32_t file) const {
  const bool is_shared = share_ && !recording_.files[file].created;
  const std::size_t copy = is_shared ? 0 : static_cast<std::size_t>(site.copy);
  return copy * recording_.files.size() + file;
}

FileInfo ReplayFiles::info(const ReplaySite& site, std::uint32_t file) const {
  const RecordedFile& recorded = recording_.files[file];
  FileInfo info;
  info.id.set = set_;
  info.id.index = static_cast<std::int64_t>(number_of(site, file));
  info.size = recorded.size;
  info.directory = directories_[file];
  info.layout = layout_;
  if (recorded.stripe_count > 0) {
    info.layout = FileLayout();
    info.layout.stripe_count = recorded.stripe_count;
    info.layout.stripe_size = layout_.stripe_size;
  }
  return info;
}

Task<> ReplayFiles::open_as(ReplaySite& site, std::uint32_t file, bool recorded) {
  const FileInfo named = info(site, file);
  const std::size_t number = number_of(site, file);
  const bool creates = recording_.files[file].created && !made_[number];
  made_[number] = true;
  ++users_[number];
  FileHandle handle = 0;
  if (creates) {
    handle = co_await site.storage->create(named, *site.account);
  } else {
    handle = co_await site.storage->open(named, *site.account);
  }
  site.open.files_[file].handles.emplace_back(*site.storage, handle, recorded);
}

Task<> ReplayFiles::open(ReplaySite& site, std::uint32_t file) { return open_as(site, file, true); }

Task<> ReplayFiles::close_one(ReplaySite& site, std::uint32_t file, bool recorded) {
  auto& handles = site.open.files_[file].handles;
  for (auto handle = handles.begin(); handle != handles.end(); ++handle) {
    if (handle->is_busy || handle->is_recorded != recorded) continue;
    const FileHandle released = handle->held.release();
    handles.erase(handle);
    --users_[number_of(site, file)];
    co_await site.storage->close(released, *site.account);
    co_return;
  }
}

Task<> ReplayFiles::close(ReplaySite& site, std::uint32_t file) { return close_one(site, file, true); }

Task<> ReplayFiles::sync(ReplaySite& site, std::uint32_t file) {
  OpenFiles::Handle* const handle = idle_handle(site, file);
  if (handle == nullptr) co_return;
  handle->is_busy = true;
  co_await site.storage->sync(handle->held.handle(), *site.account);
  handle->is_busy = false;
}

Task<> ReplayFiles::remove(ReplaySite& site, std::uint32_t file) {
  const std::size_t number = number_of(site, file);
  if (users_[number] > 0) co_return;
  made_[number] = false;
  const FileInfo named = info(site, file);
  co_await site.storage->unlink(named, *site.account);
}

Task<> ReplayFiles::prepare(ReplaySite& site, std::uint32_t file) {
  if (idle_handle(site, file) != nullptr) co_return;
  ++added_opens_;
  co_await open_as(site, file, false);
}

Task<> ReplayFiles::move(ReplaySite& site, const RecordedOperation& operation) {
  co_await prepare(site, operation.file);  // Another lane may have taken or closed it meanwhile.
  OpenFiles::Handle& handle = *idle_handle(site, operation.file);
  handle.is_busy = true;
  if (operation.operation == IoOperation::read) {
    co_await site.storage->read(handle.held.handle(), operation.offset, operation.length, IoMode::buffered,
                                *site.account);
  } else {
    co_await site.storage->write(handle.held.handle(), operation.offset, operation.length, *site.account);
  }
  handle.is_busy = false;
}

Task<> ReplayFiles::let_go(ReplaySite& site, std::uint32_t file) {
  OpenFiles::File& open = site.open.files_[file];
  if (--open.uses_left > 0) co_return;
  while (!open.handles.empty()) {
    const std::size_t before = open.handles.size();
    co_await close_one(site, file, false);
    if (open.handles.size() == before) break;  // The rest is the recording's to close.
  }
}

}  // namespace headrace
