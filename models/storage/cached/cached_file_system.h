// CachedFileSystem: a node's page cache over a file system that has none.
//
// A buffered read takes what is held and fetches the rest, and ahead of a
// sequential reader whole pieces; each byte costs a copy. A write ends when it
// is copied: it waits only where too much is unwritten. That is written back
// past the background limit, at an age, at a sync, at a close where the store
// is of that kind, and before a direct read. An open finds out whether others
// changed the file, where the store says so, and gives its pages up then; a store
// with locks has pages given up when others want them. A copy takes a core and
// the memory bus. Leaves out throttling of writers, and the last close of a dirty file.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/storage/cached/page_cache_spec.h"
#include "models/storage/client/pages.h"
#include "models/storage/client/ranges.h"
#include "models/storage/layered/layered_file_system.h"
#include "models/storage/store.h"
#include "sim/change.h"
#include "sim/resource.h"
#include "sim/scope.h"

namespace headrace {

// PageRights: which bytes a node may keep as pages, where a store has locks.
class PageRights {
 public:
  // Returns up to where the bytes from a place on may be kept, at most `until`.
  virtual Bytes readable_until(const FileId& file, Bytes at, Bytes until) const = 0;

 protected:
  ~PageRights() = default;
};

class CachedFileSystem final : public LayeredFileSystem {
 public:
  // Kinds of a close: it writes back first, as close-to-open wants it, or does not.
  enum class Close : std::uint8_t { at_once, writes_back };

  CachedFileSystem(const Scope& scope, const PageCacheSpec& spec, Bytes capacity, Close close,
                   const Host& host, FileSystem& below);
  ~CachedFileSystem() override;

  Task<> written_back(FileId file) override;
  void drop_caches() override;

  // Reads ahead only what may be kept. What else is read or written its owner has rights to until it ends.
  void keep_to(const PageRights& rights) { rights_ = &rights; }
  // Writes what is dirty of an extent, waits for what is on its way, and gives up the pages.
  Task<> give_up(FileInfo file, Bytes begin, Bytes end);
  // Gives up the clean pages of all files of a set.
  void drop_set(std::int32_t set);
  // Gives up what a file held before it is made again, or that is no more. A run that is on its way arrives.
  void discard(const FileInfo& info);
  bool is_unwritten(const FileId& id) const;

  Bytes held() const { return pages_.held(); }
  Bytes dirty() const { return dirty_; }
  // Says what Store::imbalance() does, of the bytes that wait to be written.
  std::string imbalance() const;

 private:
  // A file open below. It serves one operation at a time.
  struct Backing {
    Backing(Simulation& sim, FileSystem& store, FileHandle handle)
        : held(std::in_place, store, handle), busy(sim, "page cache", 1) {}
    std::optional<HeldFile> held;
    Resource busy;
    std::int64_t uses = 0;  // By write-backs and syncs.
    bool wrote = false;     // Since its last sync.
    bool closing = false;
    bool orphan = false;  // Kept for what is dirty alone.
  };
  struct File {
    File(Simulation& sim, const FileInfo& of) : info(of), arrived(sim, "pages") {}
    FileInfo info;
    std::int64_t users = 0;
    std::list<Backing> backings;
    Ranges dirty, leaving;  // Unwritten; and on its way to the store.
    Ranges fetching;
    std::uint64_t order = 0;  // Of its place in the queue; 0: it is not there.
    Time since;
    std::uint64_t drops = 0;  // Times that its pages were given up as old.
    Change arrived;           // Bytes, here or at the store.
    Relay moving;             // Tells who waits what those bytes do.
  };
  // A backing is kept while it is used.
  class Use {
   public:
    Use(CachedFileSystem& cache, File& file, Backing& backing)
        : cache_(cache), file_(file), backing_(backing) {
      ++backing_.uses;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() {
      --backing_.uses;
      cache_.tidy(file_);
    }

   private:
    CachedFileSystem& cache_;
    File& file_;
    Backing& backing_;
  };
  struct Open {
    explicit Open(Simulation& sim) : ahead(sim) {}
    File* file = nullptr;
    std::list<Backing>::iterator backing;
    Bytes next;       // Where a sequential reader goes on.
    Bytes taken;      // By it, so far.
    Bytes own_until;  // What it has fetched itself.
    bool sequential = false;
    bool fetches = false;  // Ahead.
    TaskGroup ahead;
  };
  class Fetch;
  class Leaving;
  class Room;
  static constexpr Bytes kFarEnd = Bytes::count(std::int64_t{1} << 60);  // Of every file.

  Task<> perform(FileHandle handle) override;
  void let_go(FileHandle handle) override;
  void hold(FileHandle handle) override;

  Task<> open(FileHandle handle, bool creates);
  Task<> close(FileHandle handle);
  Task<> read(FileHandle handle);
  Task<> read_directly(FileHandle handle);
  Task<> write(FileHandle handle);
  Task<> write_directly(FileHandle handle);
  Task<> sync(FileHandle handle);
  Task<> pass_on(FileHandle handle);  // Operations by name.

  static std::uint64_t object_of(const FileInfo& info) { return object_number(info.id, 0); }
  Bytes next_border(Bytes at) const { return (at / spec_.piece + 1) * spec_.piece; }
  static void note_stream(Open& open, const IoRequest& request, Bytes end);
  Bytes held_until(const File& file, Bytes at) const;
  Bytes missing_until(const File& file, Bytes at, Bytes end) const;
  void take(Open& open, Bytes at, Bytes until);
  Task<> copy(Bytes length, Account& account, ThreadWork* next = nullptr);
  Task<> fetch(FileHandle handle, Bytes begin, Bytes end);
  void read_ahead(FileHandle handle, Bytes position);
  Task<> fetch_ahead(FileHandle handle, Bytes begin, Bytes end, std::unique_ptr<Fetch> on_its_way);

  // write_back.cpp
  File& file_of(const FileInfo& info);
  void add_dirty(File& file, Bytes begin, Bytes end);
  bool is_due(const File& file) const;
  File* next_due();
  void start_streams(bool anyhow = false);
  void await_age();
  void expired();
  Task<> stream();
  Task<> flush(File* file, Account& account);
  Task<> write_run(File* file, Bytes begin = Bytes(), Bytes end = kFarEnd);
  void enter_queue(File& file);
  void leave_queue(File& file);
  void note_changes(File& file, std::uint64_t changes);
  static bool is_needed(const File& file, const Backing& backing);
  void tidy(File& file);

  PageCacheSpec spec_;
  Bytes dirty_limit_, background_limit_;
  Bytes run_limit_;  // Most that leaves at once, so that room comes back bit by bit.
  Close close_;
  Host host_;
  FileSystem& below_;
  Pages pages_;
  const PageRights* rights_ = nullptr;  // Null: all bytes may be kept.
  std::map<FileId, File> files_;
  std::map<FileId, std::uint64_t>
      changes_;                           // By others, as pages of the file know it; where there were some.
  std::map<std::uint64_t, File*> queue_;  // Those that are dirty, the longest so first.
  std::deque<Open> open_;                 // By handle.
  std::uint64_t orders_ = 0;
  std::int64_t streams_ = 0;
  Bytes dirty_;     // Also what is on its way to the store.
  Bytes reserved_;  // For what writers are copying.
  Bytes accepted_, written_back_, overwritten_, discarded_;
  EventId expiry_;
  Change room_;
  Relay writing_;  // Tells who waits for room what leaving bytes do.
  Counter &hits_, &misses_, &bytes_read_, &bytes_written_;
  TaskGroup background_;
};

}  // namespace headrace
