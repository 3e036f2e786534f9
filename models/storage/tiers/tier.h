// Tier: what one upper tier holds, and what copies between it and the store below.
//
// A file is there whole or not at all. Those that also lie below may be given
// up, as the policy says. Those that are written here or copied up have room of
// their own, taken beforehand, until they are below, too, or complete. Who
// writes a file calls begin(), admit() and, at last, end().
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/cache/cache.h"
#include "models/storage/client/ranges.h"
#include "models/storage/file_system.h"
#include "models/storage/tiers/tiers_spec.h"
#include "sim/change.h"
#include "sim/resource.h"
#include "sim/scope.h"
#include "sim/task_group.h"

namespace headrace {

class Tier {
 public:
  // `above` and `below` as whoever copies between them sees them.
  Tier(const Scope& scope, const TiersSpec& spec, FileSystem& above, FileSystem& below);

  // Says whether a file can be read here.
  bool has(const FileId& file) const;
  void hit(const FileInfo& file) { clean_.lookup(key(file.id), file.size); }
  // A file was read from below; where not all of it at once, a copy reads it again.
  void offer(const FileInfo& file, bool whole);

  // A file that is written, by one more.
  void begin(const FileInfo& file);
  // True: it has room here. False: it will not get any.
  Task<bool> admit(FileInfo file, Account& account);
  void created(const FileInfo& file);
  void wrote(const FileId& file, Bytes begin, Bytes end);
  void end(const FileId& file);

  // Ends when all that was written of it is below.
  Task<> drained(FileId file, Account& account);
  // Says whether nothing below knows of a file yet.
  bool is_only_here(const FileId& file) const;
  // No copy of it comes up any more.
  Task<> stop_placing(FileId file, Account& account);
  // Gives up what it has of a file that is made anew or removed, unless another writes it.
  Task<> clear(FileInfo file, Account& account);

  Bytes undrained() const { return undrained_; }
  Bytes taken() const { return clean_.held() + reserved_; }
  double draining() const { return busy_.mean(sim_.now()) / static_cast<double>(spec_.drain.streams); }
  // Says what Store::imbalance() does.
  std::string imbalance() const;

 private:
  struct File {  // One that is written, or not below yet.
    FileInfo info;
    Bytes room;
    std::int64_t writers = 0;
    bool here = false;  // Made here.
    bool unknown_below = false;
    bool wanted = false;  // By a sync.
    bool queued = false, draining = false;
    Ranges undrained, leaving;
  };
  struct Placement {
    FileInfo file;
    bool whole = false;
  };
  class Leaving;
  class Wanting;

  static CacheKey key(const FileId& file) {
    return {static_cast<std::uint64_t>(file.index), static_cast<std::uint64_t>(file.set)};
  }
  bool make_room(Bytes size);
  Task<> change(Account& account);
  void hold(const FileInfo& file, Bytes room);
  void remove(const FileInfo& file);
  Task<> remove_all();
  void settle(File& file);

  // moves.cpp
  bool may_drain(const File& file) const;
  void enter_queue(File& file);
  void start_drains();
  void count_drains(double change);
  std::deque<FileId>::const_iterator next_to_drain() const;
  Task<> drain_stream();
  Task<> drain(File* file);
  Task<> drain_run(File* file, FileHandle from, FileHandle to);
  Task<> place_stream();
  Task<bool> place(Placement placement);
  Task<> copy_up(Placement placement);

  Simulation& sim_;
  const TiersSpec& spec_;
  PartId drain_;
  FileSystem &above_, &below_;
  Cache clean_;
  std::map<FileId, FileInfo> held_;  // What clean_ has.
  std::map<FileId, File> files_;
  Bytes reserved_;
  Bytes undrained_;
  std::deque<FileId> to_drain_;
  std::deque<Placement> to_place_;
  std::set<FileId> placing_;  // Also those that wait for their turn.
  std::set<FileId> stale_;    // Of those that are copied up: nobody wants it any more.
  std::deque<FileInfo> gone_;
  bool removing_ = false;
  std::int64_t drains_ = 0, places_ = 0, wanting_ = 0;
  Time drain_taken_until_;
  Bytes written_, drained_, overwritten_, discarded_;
  Gauge busy_;            // Drains of this tier.
  Gauge& busy_of_store_;  // Drains of all tiers of the store.
  Counter &bytes_placed_, &bytes_drained_, &files_given_up_, &files_refused_;
  Change changed_;
  Relay moving_;        // Tells who waits what drains, placements and removals do.
  Resource admission_;  // Who wants room first gets it first.
  TaskGroup background_;
};

}  // namespace headrace
