// What is unwritten: how it leaves, and for how long its file is kept open below.

#include <algorithm>
#include <utility>

#include "models/storage/cached/cached_file_system.h"

namespace headrace {

CachedFileSystem::File& CachedFileSystem::file_of(const FileInfo& info) {
  return files_.try_emplace(info.id, sim_, info).first->second;
}

void CachedFileSystem::add_dirty(File& file, Bytes begin, Bytes end) {
  const Bytes added = file.dirty.add(begin, end);
  accepted_ += end - begin;
  overwritten_ += end - begin - added;
  dirty_ += added;
  pages_.add(object_of(file.info), begin, end);
  enter_queue(file);
  start_streams();
}

bool CachedFileSystem::is_due(const File& file) const {
  return dirty_ > background_limit_ || room_.awaited() || sim_.now() - file.since >= spec_.dirty_expire;
}

// Returns the file whose data leave next, if it is due. Of a file one run leaves at a time.
CachedFileSystem::File* CachedFileSystem::next_due() {
  for (const auto& [order, file] : queue_) {
    if (!file->leaving.empty()) continue;
    return is_due(*file) ? file : nullptr;
  }
  return nullptr;
}

// Starts streams of write-back, as many as there are files at most; one that finds nothing to do ends.
void CachedFileSystem::start_streams(bool anyhow) {
  const auto files = static_cast<std::int64_t>(queue_.size());
  while (streams_ < std::min(files, spec_.write_back_streams) && (anyhow || next_due() != nullptr)) {
    ++streams_;
    background_.spawn_daemon("write back", stream());
  }
}

Task<> CachedFileSystem::stream() {
  while (File* const file = next_due()) co_await write_run(file);
  --streams_;
  await_age();
}

// Sets an alarm, at most one, for what has been dirty longest and does not leave already.
void CachedFileSystem::await_age() {
  if (expiry_ || streams_ > 0) return;
  const auto next = std::find_if(queue_.begin(), queue_.end(),
                                 [](const auto& entry) { return entry.second->leaving.empty(); });
  if (next == queue_.end()) return;
  const Time due = std::max(sim_.now(), next->second->since + spec_.dirty_expire);
  expiry_ = sim_.schedule(due, Action::of<&CachedFileSystem::expired>(*this));
}

void CachedFileSystem::expired() {
  expiry_ = EventId();
  start_streams();
  await_age();
}

// Ends when all that is unwritten now, or becomes so meanwhile, is with the store.
Task<> CachedFileSystem::flush(File* file, Account& account) {
  const Relay::Listening listening(file->moving, account);
  while (!file->dirty.empty() || !file->leaving.empty()) {
    if (file->leaving.empty()) {
      co_await write_run(file);
    } else {
      co_await file->arrived.next();
    }
  }
}

Task<> CachedFileSystem::written_back(FileId id) {
  for (auto found = files_.find(id); found != files_.end(); found = files_.find(id)) {
    File& file = found->second;
    if (file.dirty.empty() && file.leaving.empty()) break;
    co_await file.arrived.next();
  }
  co_await below_.written_back(id);
}

// A run on its way to the store. One that is given up is as unwritten as before.
class CachedFileSystem::Leaving {
 public:
  Leaving(CachedFileSystem& cache, File& file, const Ranges::Range& run)
      : cache_(cache), file_(file), run_(run) {
    file_.dirty.remove(run_.first, run_.second);
    file_.leaving.add(run_.first, run_.second);
  }
  Leaving(const Leaving&) = delete;
  Leaving& operator=(const Leaving&) = delete;
  ~Leaving() {
    const Bytes length = run_.second - run_.first;
    file_.leaving.clear();
    if (arrived_) {
      cache_.dirty_ -= length;
      cache_.written_back_ += length;
    } else {
      const Bytes again = file_.dirty.add(run_.first, run_.second);
      cache_.dirty_ -= length - again;
      cache_.enter_queue(file_);
      cache_.overwritten_ += length - again;
    }
    if (file_.dirty.empty()) cache_.leave_queue(file_);
    cache_.await_age();
    file_.arrived.tell();
    cache_.room_.tell();
  }
  void arrived() { arrived_ = true; }

 private:
  CachedFileSystem& cache_;
  File& file_;
  Ranges::Range run_;
  bool arrived_ = false;
};

Task<> CachedFileSystem::write_run(File* file) {
  const auto backing = std::find_if(file->backings.begin(), file->backings.end(),
                                    [](const Backing& one) { return !one.closing; });
  HEADRACE_CHECK(backing != file->backings.end());
  const Use use(*this, *file, *backing);
  Ranges::Range run = file->dirty.first();
  run.second = std::min(run.second, run.first + run_limit_);
  Leaving leaving(*this, *file, run);
  const Relay::Listening listening(file->moving, writing_);
  const Resource::Hold turn = co_await backing->busy.acquire();
  file->moving.spend(Activity::window, sim_.now());
  backing->wrote = true;
  co_await below_.write(backing->held->handle(), run.first, run.second - run.first, file->moving);
  leaving.arrived();
}

// Puts a file into the queue, where it is while a byte of it is dirty or leaves.
void CachedFileSystem::enter_queue(File& file) {
  if (file.order != 0) return;
  file.since = sim_.now();
  file.order = ++orders_;
  queue_[file.order] = &file;
  await_age();
}

void CachedFileSystem::leave_queue(File& file) { queue_.erase(std::exchange(file.order, 0)); }

// Gives up what a file held before it is made again, or that is no more. A run that is on its way arrives.
void CachedFileSystem::discard(const FileInfo& info) {
  pages_.drop(object_of(info), Bytes(), info.size);
  const auto found = files_.find(info.id);
  if (found == files_.end()) return;
  File& file = found->second;
  const Bytes lost = file.dirty.total();
  file.dirty.clear();
  dirty_ -= lost;
  discarded_ += lost;
  leave_queue(file);
  file.arrived.tell();
  room_.tell();
  tidy(file);
}

// Says whether what is dirty has no other way out.
bool CachedFileSystem::is_needed(const File& file, const Backing& backing) {
  if (backing.uses > 0) return true;
  if (file.dirty.empty()) return false;
  return std::none_of(file.backings.begin(), file.backings.end(),
                      [&](const Backing& one) { return &one != &backing && !one.closing; });
}

// Lets go of what is open below for nobody, and of a file that is not open.
void CachedFileSystem::tidy(File& file) {
  for (auto one = file.backings.begin(); one != file.backings.end();) {
    const bool idle = one->orphan && !is_needed(file, *one);
    one = idle ? file.backings.erase(one) : std::next(one);
  }
  if (file.users == 0 && file.backings.empty()) files_.erase(FileId(file.info.id));
}

std::string CachedFileSystem::imbalance() const {
  Bytes waiting;
  for (const auto& [id, file] : files_) waiting += file.dirty.total() + file.leaving.total();
  if (waiting != dirty_)
    return "the pages of files hold " + std::to_string(waiting.count()) + " unwritten bytes, not " +
           std::to_string(dirty_.count());
  if (accepted_ != dirty_ + written_back_ + overwritten_ + discarded_)
    return std::to_string(accepted_.count()) + " bytes were copied in, " +
           std::to_string(written_back_.count()) + " were written back and " +
           std::to_string(dirty_.count()) + " wait";
  return pages_.imbalance();
}

}  // namespace headrace
