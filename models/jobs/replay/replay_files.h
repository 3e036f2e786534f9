// ReplayFiles: the files of a recording on this machine, and what a process has open of them.
//
//   FileHandle handle = co_await files.hold(process, file);   // opened unless the process has it open
//   … read, write …
//   co_await files.let_go(process, file);                     // closed behind its last use
//
// A file that the run made is created by whoever is first at it. What the recording opens is opened when it
// did; a file that it uses without an open, as Darshan's traces do, is opened before its first use by a
// process and closed behind the last one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "models/account.h"
#include "models/jobs/replay/recording.h"
#include "models/storage/file_system.h"
#include "models/storage/layout.h"
#include "sim/task.h"

namespace headrace {

// OpenFiles: the open files of a process.
class OpenFiles {
 public:
  // Counts the reads and writes that the process will make.
  void expect(std::uint32_t file) { ++files_[file].uses_left; }

 private:
  friend class ReplayFiles;
  struct Handle {
    Handle(FileSystem& storage, FileHandle handle, bool recorded)
        : held(storage, handle), is_recorded(recorded) {}
    HeldFile held;
    bool is_recorded;      // Whether the recording has its open, and so its close.
    bool is_busy = false;  // A handle has one operation at a time.
  };
  struct File {
    std::list<Handle> handles;
    std::int64_t uses_left = 0;  // Reads and writes to come.
  };
  std::unordered_map<std::uint32_t, File> files_;
};

// ReplaySite: the process that works, as its files see it.
struct ReplaySite {
  FileSystem* storage = nullptr;
  Account* account = nullptr;
  OpenFiles open;
  std::int64_t copy = 0;  // Of the recording.
};

class ReplayFiles {
 public:
  // Copies have files of their own, but for those that they share: the ones that the run did not make.
  ReplayFiles(const Recording& recording, std::int32_t set, const LayoutSpec& layout, bool share);

  // Returns a file to name: to open, stat, list or remove.
  FileInfo info(const ReplaySite& site, std::uint32_t file) const;

  // Opens as the recording does.
  Task<> open(ReplaySite& site, std::uint32_t file);
  // Closes what the recording opened, unless it is in use or was never opened.
  Task<> close(ReplaySite& site, std::uint32_t file);
  // Makes what was written durable, where the process has the file open and nothing under way on it.
  Task<> sync(ReplaySite& site, std::uint32_t file);
  // Removes the name of a file that the process has closed and nobody has open.
  Task<> remove(ReplaySite& site, std::uint32_t file);

  // Opens the file before a use, unless the process has it open and idle.
  Task<> prepare(ReplaySite& site, std::uint32_t file);
  // Reads or writes by an idle handle.
  Task<> move(ReplaySite& site, const RecordedOperation& operation);
  // Closes behind the last use what prepare() opened.
  Task<> let_go(ReplaySite& site, std::uint32_t file);

  std::int64_t added_opens() const { return added_opens_; }

 private:
  // Returns a handle without an operation, the one opened last; null: there is none.
  static OpenFiles::Handle* idle_handle(ReplaySite& site, std::uint32_t file);
  Task<> open_as(ReplaySite& site, std::uint32_t file, bool recorded);
  Task<> close_one(ReplaySite& site, std::uint32_t file, bool recorded);
  std::size_t number_of(const ReplaySite& site, std::uint32_t file) const;

  const Recording& recording_;
  std::int32_t set_;
  LayoutSpec layout_;
  bool share_;
  std::vector<std::int64_t> directories_;                // By file.
  std::unordered_map<std::size_t, std::int64_t> users_;  // Handles of all processes, by the file's number.
  std::unordered_map<std::size_t, bool> made_;           // Files of the run that are there by now.
  std::int64_t added_opens_ = 0;
};

}  // namespace headrace
