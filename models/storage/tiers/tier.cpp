#include "models/storage/tiers/tier.h"

#include <algorithm>
#include <utility>

namespace headrace {

Tier::Tier(const Scope& scope, const TiersSpec& spec, FileSystem& above, FileSystem& below)
    : sim_(scope.sim()),
      spec_(spec),
      drain_(scope.blamed("drain")),
      above_(above),
      below_(below),
      clean_(spec.capacity, spec.policy),
      busy_of_store_(scope.gauge("drains", Unit::count)),
      bytes_placed_(scope.counter("bytes_placed", Unit::bytes)),
      bytes_drained_(scope.counter("bytes_drained", Unit::bytes)),
      files_given_up_(scope.counter("files_given_up", Unit::count)),
      files_refused_(scope.counter("files_refused", Unit::count)),
      changed_(scope.sim(), "tier"),
      admission_(scope.sim(), "room of the tier", 1),
      background_(scope.sim()) {}

bool Tier::has(const FileId& file) const {
  if (clean_.contains(key(file))) return true;
  const auto found = files_.find(file);
  return found != files_.end() && found->second.here;
}

bool Tier::is_only_here(const FileId& file) const {
  const auto found = files_.find(file);
  return found != files_.end() && found->second.unknown_below;
}

// Begins the writing of a file. What the tier held of it that is below as well stays where it is, and has its
// room from now on.
void Tier::begin(const FileInfo& file) {
  const auto [found, fresh] = files_.try_emplace(file.id);
  File& own = found->second;
  ++own.writers;
  if (!fresh) return;
  own.info = file;
  if (!clean_.remove(key(file.id))) return;
  own.here = true;
  own.room = held_.at(file.id).size;
  reserved_ += own.room;
  held_.erase(file.id);
}

// Makes room by giving up files that are held below as well. False: there is not enough, as other files have
// their room or the policy keeps what it has.
bool Tier::make_room(Bytes size) {
  if (reserved_ + size > spec_.capacity) return false;
  std::vector<CacheKey> given_up;
  const bool fits = clean_.shrink_to(spec_.capacity - reserved_ - size, given_up);
  for (const CacheKey& one : given_up) {
    FileId file;
    file.set = static_cast<std::int32_t>(one.part);
    file.index = static_cast<std::int64_t>(one.object);
    const FileInfo info = held_.at(file);
    held_.erase(file);
    files_given_up_.add();
    remove(info);
  }
  return fits;
}

// Somebody waits for room.
class Tier::Wanting {
 public:
  explicit Wanting(Tier& tier) : tier_(tier) {
    ++tier_.wanting_;
    tier_.start_drains();
  }
  Wanting(const Wanting&) = delete;
  Wanting& operator=(const Wanting&) = delete;
  ~Wanting() { --tier_.wanting_; }

 private:
  Tier& tier_;
};

// Waits for the next change. The account is told what was done for it meanwhile.
Task<> Tier::change(Account& account) {
  const Relay::Listening listening(moving_, account);
  co_await changed_.next();
  account.spend(Activity::window, sim_.now());
}

Task<bool> Tier::admit(FileInfo file, Account& account) {
  const Resource::Hold turn = co_await admission_.acquire();
  account.spend(Activity::window, sim_.now());
  File& own = files_.at(file.id);
  const Bytes more = std::max(Bytes(), file.size - own.room);
  while (!make_room(more)) {
    const bool hopeless = own.room + more > spec_.capacity || reserved_ == own.room;
    if (hopeless || spec_.full == TierFull::around || spec_.writes == TierWrites::write_through) {
      files_refused_.add();
      co_return false;
    }
    const Wanting room(*this);
    co_await change(account);
  }
  own.room += more;
  reserved_ += more;
  while (!gone_.empty()) co_await change(account);
  co_return true;
}

void Tier::created(const FileInfo& file) {
  File& own = files_.at(file.id);
  own.here = true;
  own.unknown_below = spec_.writes == TierWrites::write_back;
}

void Tier::wrote(const FileId& file, Bytes begin, Bytes end) {
  if (spec_.writes != TierWrites::write_back) return;
  File& own = files_.at(file);
  const Bytes added = own.undrained.add(begin, end);
  written_ += end - begin;
  overwritten_ += end - begin - added;
  undrained_ += added;
  settle(own);
}

void Tier::end(const FileId& file) {
  File& own = files_.at(file);
  --own.writers;
  settle(own);
}

// Does what a file needs now that something of it has changed.
void Tier::settle(File& file) {
  const bool clean = file.undrained.empty() && file.leaving.empty() && !file.unknown_below;
  if (!clean || file.draining) {
    enter_queue(file);
    return start_drains();
  }
  if (file.writers == 0) {
    const FileInfo info = file.info;
    const Bytes room = file.room;
    const bool here = file.here;
    reserved_ -= room;
    std::erase(to_drain_, info.id);
    files_.erase(info.id);
    if (here) hold(info, room);
  }
  changed_.tell();
}

// Holds a file, for which there is room, unless the policy does not take it.
void Tier::hold(const FileInfo& file, Bytes room) {
  FileInfo info = file;
  info.size = room;
  if (!clean_.insert(key(file.id), room)) return remove(info);
  held_[file.id] = info;
}

void Tier::remove(const FileInfo& file) {
  gone_.push_back(file);
  if (removing_) return;
  removing_ = true;
  background_.spawn_daemon("give up", remove_all());
}

Task<> Tier::remove_all() {
  while (!gone_.empty()) {
    const FileInfo file = gone_.front();
    co_await above_.unlink(file, moving_);
    gone_.pop_front();
    changed_.tell();
  }
  removing_ = false;
}

Task<> Tier::stop_placing(FileId file, Account& account) {
  if (placing_.contains(file)) stale_.insert(file);
  while (placing_.contains(file)) co_await change(account);
}

Task<> Tier::clear(FileInfo file, Account& account) {
  co_await stop_placing(file.id, account);
  for (auto own = files_.find(file.id); own != files_.end(); own = files_.find(file.id)) {
    if (own->second.writers > 0) co_return;
    if (own->second.draining) {
      co_await change(account);
      continue;
    }
    const Bytes lost = own->second.undrained.total();
    undrained_ -= lost;
    discarded_ += lost;
    reserved_ -= own->second.room;
    std::erase(to_drain_, file.id);
    if (own->second.here) remove(own->second.info);
    files_.erase(own);
    changed_.tell();
  }
  if (!clean_.remove(key(file.id))) co_return;
  remove(held_.at(file.id));
  held_.erase(file.id);
}

Task<> Tier::drained(FileId file, Account& account) {
  for (auto own = files_.find(file); own != files_.end(); own = files_.find(file)) {
    File& one = own->second;
    if (one.undrained.empty() && one.leaving.empty() && !one.unknown_below && !one.draining) co_return;
    one.wanted = true;
    enter_queue(one);
    start_drains();
    co_await change(account);
  }
}

std::string Tier::imbalance() const {
  Bytes waiting, room;
  for (const auto& [id, file] : files_) {
    waiting += file.undrained.total() + file.leaving.total();
    room += file.room;
  }
  if (waiting != undrained_ || written_ != drained_ + undrained_ + overwritten_ + discarded_)
    return std::to_string(written_.count()) + " bytes were written above, " +
           std::to_string(drained_.count()) + " were drained and " + std::to_string(waiting.count()) +
           " wait";
  if (taken() > spec_.capacity)
    return std::to_string(taken().count()) + " bytes are taken above, of " +
           std::to_string(spec_.capacity.count());
  if (room > reserved_) return "files have more room than was reserved";
  if (held_.size() != clean_.objects()) return "files that are held are not those of the cache";
  return clean_.imbalance();
}

}  // namespace headrace
