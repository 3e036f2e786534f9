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
    file_.leaving.remove(run_.first, run_.second);
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

// Writes the first dirty run of an extent that has one.
Task<> CachedFileSystem::write_run(File* file, Bytes begin, Bytes end) {
  const auto backing = std::find_if(file->backings.begin(), file->backings.end(),
                                    [](const Backing& one) { return !one.closing; });
  HEADRACE_CHECK(backing != file->backings.end());
  const Use use(*this, *file, *backing);
  if (file->dirty.held_until(begin) == begin) begin = file->dirty.missing_until(begin, end);
  const Ranges::Range run(begin, std::min({file->dirty.held_until(begin), end, begin + run_limit_}));
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

bool CachedFileSystem::is_unwritten(const FileId& id) const {
  const auto found = files_.find(id);
  return found != files_.end() && (!found->second.dirty.empty() || !found->second.leaving.empty());
}

Task<> CachedFileSystem::give_up(FileInfo info, Bytes begin, Bytes end) {
  for (auto found = files_.find(info.id); found != files_.end(); found = files_.find(info.id)) {
    File& file = found->second;
    if (file.fetching.has_some(begin, end) || file.leaving.has_some(begin, end)) {
      co_await file.arrived.next();
    } else if (file.dirty.has_some(begin, end)) {
      co_await write_run(&file, begin, end);
    } else {
      break;
    }
  }
  pages_.drop(object_of(info), begin, std::min(end, std::max(begin, info.size)));
}

void CachedFileSystem::drop_set(std::int32_t set) {
  pages_.drop_set(set);
  for (auto& [id, file] : files_)
    if (id.set == set) ++file.drops;
}

// Gives up the pages of a file that others changed since.
void CachedFileSystem::note_changes(File& file, std::uint64_t changes) {
  const auto known = changes_.find(file.info.id);
  if (changes == (known == changes_.end() ? 0 : known->second)) return;
  changes_[file.info.id] = changes;
  pages_.drop(object_of(file.info), Bytes(), file.info.size);
  ++file.drops;
}

void CachedFileSystem::discard(const FileInfo& info) {
  pages_.drop(object_of(info), Bytes(), info.size);
  const auto found = files_.find(info.id);
  if (found == files_.end()) return;
  File& file = found->second;
  ++file.drops;
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
