// Space: what is free on each target: its capacity without what was there
// before the run, and without the files that were created in it.
//
//   Space space(spec.ost, scope.random("fill"));
//   space.take(file, layout);         // It is created, …
//   space.give(file, layout);         // … and is no more.
//
// A file takes the room of its size when it is created, and not as it is
// written. It keeps a number for each file created in the run. Leaves out that
// a write to a full target fails.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "models/storage/file_system.h"
#include "models/storage/lustre/lustre_spec.h"
#include "sim/random.h"

namespace headrace {

class Space {
 public:
  Space(const OstSpec& spec, RandomStream fill);

  // Somebody said what a target holds.
  bool on() const { return !free_.empty(); }
  // Bytes, by target; empty while it is not on. Never below zero.
  std::span<const std::int64_t> free() const { return free_; }

  // Returns with how much a file was created in this run.
  std::optional<Bytes> size_of(const FileId& file) const;
  void take(const FileInfo& file, const Layout& layout);
  void give(const FileInfo& file, const Layout& layout);

 private:
  void change(const Layout& layout, Bytes size, std::int64_t sign);

  std::int64_t capacity_;
  std::vector<std::int64_t> used_, free_;
  std::map<FileId, Bytes> created_;
};

}  // namespace headrace
