#include "models/storage/lustre/lock_table.h"

#include <algorithm>
#include <utility>

#include "sim/check.h"

namespace headrace {

std::uint32_t LockTable::hash(FileId file, std::int32_t stripe) {
  std::uint64_t x = static_cast<std::uint64_t>(file.index) * 0x9e3779b97f4a7c15U;
  x += static_cast<std::uint64_t>(file.set) << 32 | static_cast<std::uint32_t>(stripe);
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93U;
  return static_cast<std::uint32_t>(x >> 32);
}

LockId LockTable::open(FileId file, std::int32_t stripe) {
  if (2 * (used_places_ + 1) > places_.size()) grow();
  const std::uint32_t wanted = hash(file, stripe);
  std::size_t place = wanted & (places_.size() - 1);
  for (; places_[place].lock != kNoLock; place = step(place)) {
    const LockId id = places_[place].lock;
    if (places_[place].hash != wanted || locks_[id].file != file || locks_[id].stripe != stripe) continue;
    ++locks_[id].openers;
    return id;
  }
  const LockId id = take(file, stripe);
  places_[place].hash = wanted;
  places_[place].lock = id;
  ++used_places_;
  return id;
}

void LockTable::close(LockId id) {
  HEADRACE_CHECK(locks_[id].openers > 0);
  --locks_[id].openers;
  free_if_nobodys(id);
}

LockId LockTable::take(FileId file, std::int32_t stripe) {
  LockId id = static_cast<LockId>(locks_.size());
  if (free_.empty()) {
    HEADRACE_CHECK(locks_.size() < kNoLock);
    locks_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  Lock& lock = locks_[id];
  lock.file = file;
  lock.stripe = static_cast<std::int16_t>(stripe);
  lock.openers = 1;
  return id;
}

void LockTable::grow() {
  std::vector<Place> before(places_.size() * 2);
  before.swap(places_);
  for (const Place& old : before) {
    if (old.lock == kNoLock) continue;
    std::size_t place = old.hash & (places_.size() - 1);
    while (places_[place].lock != kNoLock) place = step(place);
    places_[place] = old;
  }
}

// Erases a lock's place. Those that follow move up, unless they would come to stand before the place their
// hash says.
void LockTable::erase(LockId id) {
  std::size_t hole = hash(locks_[id].file, locks_[id].stripe) & (places_.size() - 1);
  while (places_[hole].lock != id) hole = step(hole);
  for (std::size_t place = step(hole); places_[place].lock != kNoLock; place = step(place)) {
    const std::size_t home = places_[place].hash & (places_.size() - 1);
    const std::size_t mask = places_.size() - 1;
    if (((place - home) & mask) < ((place - hole) & mask)) continue;
    places_[hole] = places_[place];
    hole = place;
  }
  places_[hole] = Place();
  --used_places_;
}

void LockTable::free_if_nobodys(LockId id) {
  Lock& lock = locks_[id];
  if (lock.openers > 0 || lock.users > 0 || lock.held != LockMode::none) return;
  erase(id);
  free_part(lock);
  locks_[id] = Lock();
  free_.push_back(id);
}

void LockTable::list(LockId id, Rpc& rpc) {
  rpc.listed = true;
  rpc.next_listed = std::exchange(locks_[id].listed, &rpc);
}

void LockTable::unlist(LockId id, Rpc& rpc) {
  Rpc** place = &locks_[id].listed;
  while (*place != &rpc) place = &(*place)->next_listed;
  *place = rpc.next_listed;
  rpc.listed = false;
}

Rpc* LockTable::find_listed(LockId id, Bytes offset) const {
  Rpc* rpc = locks_[id].listed;
  while (rpc != nullptr && (offset < rpc->offset || offset >= rpc->offset + rpc->length))
    rpc = rpc->next_listed;
  return rpc;
}

bool LockTable::wait(LockId id, LockMode mode, Rpc& rpc) {
  Lock& lock = locks_[id];
  if (lock.waiting == kNoQueue) {
    lock.waiting = static_cast<std::uint32_t>(queues_.size());
    if (free_queues_.empty()) {
      queues_.emplace_back();
    } else {
      lock.waiting = free_queues_.back();
      free_queues_.pop_back();
    }
  }
  queues_[lock.waiting].push(rpc);
  if (lock.asked != LockMode::none || (lock.part != kWhole && parts_[lock.part].asked_ahead > 0))
    return false;
  lock.asked = mode;
  return true;
}

void LockTable::ask_ahead(LockId id) { ++part_of(locks_[id]).asked_ahead; }

bool LockTable::join(LockId id) {
  use(id);
  return ++part_of(locks_[id]).members == 1;
}

// Leaves a group. The lock of one is not kept: it goes as if it were called back.
void LockTable::leave(LockId id) {
  Part& part = parts_[locks_[id].part];
  HEADRACE_CHECK(part.members > 0);
  if (--part.members == 0) part.called_back = true;
}

LockId LockTable::find(FileId file, std::int32_t stripe) const {
  const std::uint32_t wanted = hash(file, stripe);
  for (std::size_t place = wanted & (places_.size() - 1); places_[place].lock != kNoLock;
       place = step(place)) {
    const LockId id = places_[place].lock;
    if (places_[place].hash == wanted && locks_[id].file == file && locks_[id].stripe == stripe) return id;
  }
  return kNoLock;
}

bool LockTable::holds(LockId id, const Rpc& rpc) const {
  const Lock& lock = locks_[id];
  if (lock.part == kWhole) return true;
  const Bytes end = rpc.offset_in_object + rpc.length;
  return parts_[lock.part].extents.held_until(rpc.offset_in_object) >= end;
}

// A lock in another mode than the one held takes its place. The server knows that the rest is held, and
// grants it again at once.
RpcQueue LockTable::grant(LockId id, const Rpc& enqueue) {
  Lock& lock = locks_[id];
  const bool ahead = enqueue.reach != LockReach::widened;
  const LockMode asked = ahead ? LockMode::write : std::exchange(lock.asked, LockMode::none);
  if (ahead) --part_of(lock).asked_ahead;
  if (!enqueue.shared) {
    lock.held = std::max(lock.held, asked);
    lock.target = enqueue.target;
  } else if (enqueue.length > Bytes()) {
    Part& part = part_of(lock);
    if (lock.held != asked) part.extents.clear();
    part.extents.add(enqueue.offset_in_object, enqueue.offset_in_object + enqueue.length);
    lock.target = enqueue.target;
    part.grant = std::max(part.grant, enqueue.chunk);
    if (enqueue.reach == LockReach::group) part.called_back = part.members == 0;
    lock.held = asked;
  }
  return lock.asked == LockMode::none ? take_queue(lock) : RpcQueue();
}

// Takes who waits for a lock.
RpcQueue LockTable::take_queue(Lock& lock) {
  if (lock.waiting == kNoQueue) return {};
  const std::uint32_t queue = std::exchange(lock.waiting, kNoQueue);
  free_queues_.push_back(queue);
  return std::exchange(queues_[queue], RpcQueue());
}

// A call that overtook its grant is kept for it. A group has its lock until its members leave.
bool LockTable::call_back(LockId id) {
  Lock& lock = locks_[id];
  if (lock.part == kWhole && lock.asked == LockMode::none) return false;
  Part& part = part_of(lock);
  return part.members == 0 && !std::exchange(part.called_back, true);
}

bool LockTable::is_to_cancel(LockId id) const {
  if (!is_called_back(id)) return false;
  const Lock& lock = locks_[id];
  std::int64_t waiting = parts_[lock.part].asked_ahead;  // With who asks for it.
  if (lock.asked != LockMode::none) ++waiting;
  if (lock.waiting != kNoQueue) waiting += queues_[lock.waiting].size();
  return lock.held != LockMode::none && lock.users == waiting;
}

std::int32_t LockTable::take_back(LockId id) {
  Lock& lock = locks_[id];
  const std::int32_t target = lock.target;
  if (lock.users == 0) unlink(id);
  drop_pages(id);
  free_part(lock);
  lock.held = LockMode::none;
  free_if_nobodys(id);
  return target;
}

LockTable::Part& LockTable::part_of(Lock& lock) {
  if (lock.part != kWhole) return parts_[lock.part];
  lock.part = static_cast<std::uint32_t>(parts_.size());
  if (free_parts_.empty()) return parts_.emplace_back();
  lock.part = free_parts_.back();
  free_parts_.pop_back();
  return parts_[lock.part] = Part();
}

// Frees the part of a lock that is not held any more; what is asked for ahead is still to come.
void LockTable::free_part(Lock& lock) {
  if (lock.part == kWhole) return;
  Part& part = parts_[lock.part];
  const std::uint32_t asked_ahead = part.asked_ahead;
  part = Part();
  part.asked_ahead = asked_ahead;
  if (asked_ahead > 0) return;
  free_parts_.push_back(lock.part);
  lock.part = kWhole;
}

void LockTable::give(LockId id, LockMode mode, Time now) {
  Lock& lock = locks_[id];
  const bool fresh = lock.held == LockMode::none;
  lock.held = std::max(lock.held, mode);
  if (fresh && lock.users == 0) append(id, now);
  if (lru_size_ > 0 && unused_ > lru_size_) give_up(oldest_);
}

void LockTable::use(LockId id) {
  Lock& lock = locks_[id];
  if (lock.users++ == 0 && lock.held != LockMode::none) unlink(id);
}

void LockTable::unuse(LockId id, Time now) {
  Lock& lock = locks_[id];
  HEADRACE_CHECK(lock.users > 0);
  if (--lock.users > 0) return;
  if (lock.held == LockMode::none) return free_if_nobodys(id);
  append(id, now);
  if (lru_size_ > 0 && unused_ > lru_size_) give_up(oldest_);
}

void LockTable::touch(LockId id, Time now) {
  if (locks_[id].users > 0) return;
  unlink(id);
  append(id, now);
}

void LockTable::append(LockId id, Time now) {
  Lock& lock = locks_[id];
  lock.last_use = now;
  lock.older = newest_;
  lock.newer = kNoLock;
  if (newest_ == kNoLock) oldest_use_ = now;
  (newest_ == kNoLock ? oldest_ : locks_[newest_].newer) = id;
  newest_ = id;
  ++unused_;
}

void LockTable::unlink(LockId id) {
  const Lock& lock = locks_[id];
  if (lock.older == kNoLock)
    oldest_use_ = lock.newer == kNoLock ? Time::never() : locks_[lock.newer].last_use;
  (lock.older == kNoLock ? oldest_ : locks_[lock.older].newer) = lock.newer;
  (lock.newer == kNoLock ? newest_ : locks_[lock.newer].older) = lock.older;
  --unused_;
}

void LockTable::give_up(LockId id) {
  Lock& lock = locks_[id];
  unlink(id);
  drop_pages(id);
  if (lock.part != kWhole) given_up_.run(given_up_.object, object_of(id));
  free_part(lock);
  lock.held = LockMode::none;
  free_if_nobodys(id);
}

void LockTable::drop(FileId file, std::int32_t stripe) {
  const LockId id = open(file, stripe);
  if (locks_[id].held != LockMode::none && locks_[id].users == 0) give_up(id);
  close(id);
}

void LockTable::add_pages(LockId id, Bytes begin, Bytes end) {
  if (begin == end) return;
  Lock& lock = locks_[id];
  const bool first = lock.pages_begin == lock.pages_end;
  lock.pages_begin = first ? begin : std::min(lock.pages_begin, begin);
  lock.pages_end = first ? end : std::max(lock.pages_end, end);
  pages_.add(object_of(id), begin, end);
}

void LockTable::drop_pages(LockId id) {
  Lock& lock = locks_[id];
  pages_.drop(object_of(id), lock.pages_begin, lock.pages_end);
  lock.pages_begin = lock.pages_end = Bytes();
}

std::int64_t LockTable::users() const {
  std::int64_t sum = 0;
  for (const Lock& lock : locks_) sum += lock.users;
  return sum;
}

std::int64_t LockTable::openers() const {
  std::int64_t sum = 0;
  for (const Lock& lock : locks_) sum += lock.openers;
  return sum;
}

std::string LockTable::imbalance() const {
  std::int64_t unused = 0;
  std::size_t pieces = 0, known = 0;
  for (const Lock& lock : locks_) {
    const bool held = lock.held != LockMode::none;
    if (held && lock.users == 0) ++unused;
    if (held || lock.users > 0 || lock.openers > 0) ++known;
    pieces += pages_.pieces_of(object_number(lock.file, lock.stripe), lock.pages_begin, lock.pages_end);
  }
  const bool any = oldest_ != kNoLock;
  if (oldest_use_ != (any ? locks_[oldest_].last_use : Time::never())) return "the oldest lock is another";
  std::int64_t listed = 0;
  for (LockId id = oldest_; id != kNoLock; id = locks_[id].newer) {
    ++listed;
    const LockId newer = locks_[id].newer;
    if (newer != kNoLock && locks_[newer].last_use < locks_[id].last_use)
      return "unused locks are not in the order of their last use";
  }
  if (listed != unused || unused != unused_)
    return "unused locks: " + std::to_string(unused) + ", in their list: " + std::to_string(listed);
  if (known != used_places_ || known + free_.size() != locks_.size()) return "locks were lost or doubled";
  if (pieces != pages_.pieces())
    return "pieces under a lock: " + std::to_string(pieces) +
           ", in the page cache: " + std::to_string(pages_.pieces());
  return pages_.imbalance();
}

}  // namespace headrace
