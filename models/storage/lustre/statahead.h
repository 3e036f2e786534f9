// Statahead: which names of directories are asked for in order, and the answers that are there before they
// are.
//
// Names are numbers here: a run is three of a directory at equal distances, which processes that stat a
// directory side by side make together. It is a guess: nobody knows where the directory ends, and what was
// asked for past its end was asked for nothing. Leaves out that an answer ages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "models/storage/file_system.h"

namespace headrace {

class Statahead {
 public:
  static constexpr std::size_t kRuns = 16;  // [read] Of a mount.

  struct Limits {
    std::int64_t start = 8;
    std::int64_t most = 128;
    std::int64_t batch = 1;
  };
  explicit Statahead(const Limits& limits) : limits_(limits) {}

  // Some names that follow the one asked for.
  struct Names {
    std::int64_t first = 0, stride = 0, count = 0;
  };
  // A name that somebody asks for.
  void asked(const FileInfo& file);
  // Returns what is to be looked up now because of a name, in one request. None: nothing, or not enough for a
  // request.
  std::optional<Names> next(const FileInfo& file);

  // A name that is looked up ahead, or was.
  struct Ahead {
    FileHandle slot = 0;  // Of the file that it is looked up as.
    bool here = false;
    std::optional<FileHandle> waiter;
    std::size_t run = 0;
  };
  Ahead* find(const FileId& name);
  void add(const FileId& name, FileHandle slot);
  void remove(const FileId& name);  // Unless somebody waits for it.
  void clear();

  // The others of a request for several, by its own file.
  std::map<FileHandle, std::vector<FileHandle>> batches;

 private:
  struct Run {
    std::int32_t set = 0;
    std::int64_t directory = 0;
    std::int64_t last = 0;    // The furthest name that was asked for, …
    std::int64_t issued = 0;  // … and that was looked up.
    std::int64_t stride = 0;
    std::int64_t in_a_row = 0;  // None: no run.
    std::int64_t window = 0;
    std::uint64_t used = 0;

    bool is_at(const FileInfo& file) const {
      return in_a_row > 0 && set == file.id.set && directory == file.directory;
    }
  };
  static constexpr std::int64_t kEnough = 3;

  Run* run_of(const FileInfo& file);
  void begin(const FileInfo& file);
  void forget(std::size_t run);

  Limits limits_;
  std::vector<Run> runs_ = std::vector<Run>(kRuns);
  std::map<FileId, Ahead> ahead_;
  std::size_t current_ = 0;  // The run of the name last asked for.
  std::uint64_t clock_ = 0;
};

}  // namespace headrace
