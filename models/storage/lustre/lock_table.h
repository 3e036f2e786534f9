// LockTable: the extent locks that a client holds, one for an object of a file.
//
// A lock outlives the handle it was asked for, so the next open finds it. It is
// in use while a request or an unwritten byte needs it; one unused for longer
// than its age is given up, and so is the oldest above a number: both take the
// pages under it along. There are no timers: whoever works on the table expires
// it first. A lock that others may want covers the parts of its object that the
// server granted in its mode (server/extent_locks.h), and is taken back when it calls:
// nobody begins to use it then, and it is cancelled once nobody does; that of a group
// is, when its last member here has left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/storage/client/pages.h"
#include "models/storage/lustre/rpc.h"
#include "models/storage/server/extent_locks.h"

namespace headrace {

using LockId = std::uint32_t;
inline constexpr LockId kNoLock = ~LockId{0};

// Mode of a lock: what it lets its holder do; each one includes those before it.
enum class LockMode : std::uint8_t { none, read, write };

class LockTable {
 public:
  // Keeps at most `lru_size` unused locks; 0 for as many as there are. Of one that others may want and that
  // it gives up by itself, the action is told the object.
  LockTable(Pages& pages, Duration max_age, std::int64_t lru_size, Action given_up = Action())
      : pages_(pages), max_age_(max_age), lru_size_(lru_size), given_up_(given_up), places_(kFirstPlaces) {}

  // The lock of an object, held or not, stays known to whoever opened it until he closes it.
  LockId open(FileId file, std::int32_t stripe);
  void close(LockId id);

  // Tells whether pages may be read under it.
  bool covers(LockId id, LockMode mode) const {
    const Lock& lock = locks_[id];
    return lock.held >= mode && (lock.part == kWhole || !parts_[lock.part].called_back);
  }
  // Tells whether a request may be sent under it.
  bool covers(LockId id, LockMode mode, const Rpc& rpc) const { return covers(id, mode) && holds(id, rpc); }
  // Tells whether what is granted is enough for a request, also once it was called back.
  bool holds(LockId id, const Rpc& rpc) const;
  // A request waits for the lock. True: it has to be asked for now, in that mode.
  bool wait(LockId id, LockMode mode, Rpc& rpc);
  // Notes that some of the lock is asked for to write, before anybody waits for it.
  void ask_ahead(LockId id);
  // Notes a member of a group here, who uses the lock. True: it has to be asked for.
  bool join(LockId id);
  void leave(LockId id);
  // Notes that a lock is held in the mode that was asked for, as its server granted it, and hands over who
  // waited.
  RpcQueue grant(LockId id, const Rpc& enqueue);

  // Notes that others may want the files of a set from here on, and of each object of it that is held, and
  // that one of so many targets granted, which grant that is now: give(object, target) says it.
  template <class Give>
  void share(std::int32_t set, std::int64_t targets, Give give) {
    for (Lock& lock : locks_) {
      const bool granted = lock.held != LockMode::none && lock.target >= 0 && lock.target < targets;
      if (lock.file.set != set || !granted || lock.part != kWhole) continue;
      Part& part = part_of(lock);
      part.extents.add(Bytes(), ExtentLocks::kEnd);
      part.grant = give(object_number(lock.file, lock.stripe), lock.target);
    }
  }

  // Notes that others want the object; false where nothing of it is held that they could.
  bool call_back(LockId id);
  // Tells whether a lock was called back and nobody uses it any more.
  bool is_to_cancel(LockId id) const;
  // Takes a lock back, with the pages under it. Returns the target that granted it.
  std::int32_t take_back(LockId id);
  // Returns the number of the last grant of a lock.
  std::uint64_t grant_of(LockId id) const { return parts_[locks_[id].part].grant; }
  std::uint64_t object_of(LockId id) const { return object_number(locks_[id].file, locks_[id].stripe); }
  // Tells whether others wait for what is dirty under a lock.
  bool is_called_back(LockId id) const {
    return locks_[id].part != kWhole && parts_[locks_[id].part].called_back;
  }
  // The lock of an object; kNoLock: it is not known.
  LockId find(FileId file, std::int32_t stripe) const;

  // Notes a lock that came with an answer and that nobody had asked for.
  void give(LockId id, LockMode mode, Time now);

  void use(LockId id);
  void unuse(LockId id, Time now);
  void touch(LockId id, Time now);  // It was used, and is not any more.

  // Gives up what was unused for longer than the age.
  void expire(Time now) {
    while (now - oldest_use_ > max_age_) give_up(oldest_);
  }
  // The object is gone, and an unused lock with it.
  void drop(FileId file, std::int32_t stripe);
  void drop_unused() {
    while (oldest_ != kNoLock) give_up(oldest_);
  }

  // Tells whether several handles of this client are at the object. Only then are its reads listed.
  bool is_shared(LockId id) const { return locks_[id].openers > 1; }
  std::int64_t openers_of(LockId id) const { return locks_[id].openers; }
  // Lists a request for pages, where other readers find it until it is answered.
  void list(LockId id, Rpc& rpc);
  // Takes a request off the list.
  void unlist(LockId id, Rpc& rpc);
  // Returns a listed request that brings the byte at the offset; null: there is none.
  Rpc* find_listed(LockId id, Bytes offset) const;

  // Keeps bytes of the object as pages.
  void add_pages(LockId id, Bytes begin, Bytes end);
  // Tells that bytes of the object are read that are held.
  void hit_pages(LockId id, Bytes begin, Bytes end) { pages_.hit(object_of(id), begin, end); }
  // Returns the end of the held run that a byte of the object is in, at most `end`.
  Bytes held_until(LockId id, Bytes at, Bytes end) const {
    return may_hold(id, at, end) ? pages_.held_until(object_of(id), at, end) : at;
  }
  // Returns where the next byte of the object lies that is held, at most `end`.
  Bytes next_held(LockId id, Bytes at, Bytes end) const {
    return may_hold(id, at, end) ? pages_.next_held(object_of(id), at, end) : end;
  }

  std::int64_t unused() const { return unused_; }
  std::int64_t users() const;
  std::int64_t openers() const;
  // Empty when unused locks, and they alone, are in the order of their last use and each page is under a
  // lock.
  std::string imbalance() const;

 private:
  struct Lock {
    LockMode held = LockMode::none;
    LockMode asked = LockMode::none;
    std::int16_t stripe = 0;
    std::uint32_t users = 0;
    std::uint32_t openers = 0;
    std::uint32_t waiting = kNoQueue;  // While it is asked for.
    LockId older = kNoLock;            // Of the unused ones.
    LockId newer = kNoLock;
    Time last_use;
    FileId file;
    std::int32_t target = kNoTarget;  // Target that granted it, where it was asked for.
    std::uint32_t part = kWhole;      // Which part of the object it covers.
    Bytes pages_begin, pages_end;     // Bounds of all pages that came under it.
    Rpc* listed = nullptr;            // The request that was listed last; it leads to the others.
  };
  // Part of an object under a lock that others may want.
  struct Part {
    FewRanges extents;
    std::uint32_t asked_ahead = 0;
    std::uint32_t members = 0;  // Members of a group.
    std::uint64_t grant = 0;    // The last one that is known.
    bool called_back = false;
  };
  // Place of the hash table, with linear probing.
  struct Place {
    std::uint32_t hash = 0;
    LockId lock = kNoLock;
  };
  static constexpr std::uint32_t kNoQueue = ~std::uint32_t{0};
  static constexpr std::int32_t kNoTarget = -1;
  static constexpr std::uint32_t kWhole = ~std::uint32_t{0};
  static constexpr std::size_t kFirstPlaces = 64;

  bool may_hold(LockId id, Bytes begin, Bytes end) const {
    return begin < locks_[id].pages_end && locks_[id].pages_begin < end;
  }
  void drop_pages(LockId id);
  static std::uint32_t hash(FileId file, std::int32_t stripe);
  std::size_t step(std::size_t place) const { return (place + 1) & (places_.size() - 1); }
  LockId take(FileId file, std::int32_t stripe);
  void grow();
  void erase(LockId id);
  void free_if_nobodys(LockId id);
  void append(LockId id, Time now);
  void unlink(LockId id);
  void give_up(LockId id);
  Part& part_of(Lock& lock);
  RpcQueue take_queue(Lock& lock);
  void free_part(Lock& lock);

  Pages& pages_;
  Duration max_age_;
  std::int64_t lru_size_;
  Action given_up_;
  std::vector<Lock> locks_;
  std::vector<LockId> free_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> free_parts_;
  std::vector<Place> places_;
  std::size_t used_places_ = 0;
  std::vector<RpcQueue> queues_;
  std::vector<std::uint32_t> free_queues_;
  LockId oldest_ = kNoLock;
  LockId newest_ = kNoLock;
  Time oldest_use_ = Time::never();  // Of the oldest one, which is mostly not in the processor's cache.
  std::int64_t unused_ = 0;
};

}  // namespace headrace
