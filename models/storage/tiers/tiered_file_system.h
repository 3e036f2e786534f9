// TieredFileSystem: two stores as one, as a node sees them.
//
// Each operation goes to the upper tier where that has the file, and below
// otherwise. A file that is made gets its room first; with none it goes around.
// For the application a write is done where the policy of writes puts it; what
// follows is the tier's (tier.h). A file that is written after it was merely
// opened gets room at the first write. Leaves out what another node has above
// and not yet below: it is read from below as if it were there. What is on the
// drives above counts as written back, although it is out of reach without its node.
#pragma once

#include <deque>
#include <optional>

#include "models/storage/layered/layered_file_system.h"
#include "models/storage/tiers/tier.h"

namespace headrace {

class TieredFileSystem final : public LayeredFileSystem {
 public:
  TieredFileSystem(const Scope& scope, const TiersSpec& spec, Tier& tier, FileSystem& above,
                   FileSystem& below);
  ~TieredFileSystem() override { stop(); }

  Task<> written_back(FileId file) override;
  void drop_caches() override;

 private:
  struct Open {
    std::optional<HeldFile> above, below;
    bool decided = false;  // Whether it is written above.
    bool writes = false;   // The tier counts it as a writer, above.
  };

  Task<> perform(FileHandle handle) override;
  void let_go(FileHandle handle) override;
  void hold(FileHandle handle) override;

  Task<> open(FileHandle handle);
  Task<> create(FileHandle handle);
  Task<> close(FileHandle handle);
  Task<> read(FileHandle handle);
  Task<> write(FileHandle handle);
  Task<> sync(FileHandle handle);
  Task<> unlink(FileHandle handle);
  Task<> stat_or_list(FileHandle handle);

  Task<> decide(FileHandle handle, bool creates);
  Task<> hold_above(FileHandle handle, bool creates);
  Task<> hold_below(FileHandle handle, bool creates);
  static Task<> write_one(FileSystem* store, FileHandle file, const IoRequest* request);
  static Task<> sync_one(FileSystem* store, FileHandle file, Account* account);
  void done_with_writing(Open& open, const FileInfo& info);

  const TiersSpec& spec_;
  Tier& tier_;
  FileSystem &above_, &below_;
  std::deque<Open> open_;  // By handle.
  Counter &read_above_, &read_below_, &written_above_, &written_below_;
};

}  // namespace headrace
