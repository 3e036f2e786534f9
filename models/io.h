// Io: the words components exchange: which file, which bytes, what is done to it.
#pragma once

#include <cstdint>

#include "sim/causes.h"
#include "sim/units.h"

namespace headrace {

using NodeId = std::int32_t;    // A compute node of the platform.
using RankId = std::int32_t;    // A process of a job, counted over its nodes.
using SampleId = std::int64_t;  // A sample of a data set, counted over its files.

// A file is a number. What it holds is a function of that number (data/dataset.h),
// so a data set of a billion files costs no memory.
struct FileId {
  std::int32_t set = 0;  // Which data set or checkpoint folder of the run.
  std::int64_t index = 0;
  auto operator<=>(const FileId&) const = default;
};

// Returns the number by which drives know an object: objects of different files, or of different stripes of
// one, are different.
inline std::uint64_t object_number(const FileId& file, std::int32_t stripe) {
  return (static_cast<std::uint64_t>(file.set) << 51) + (static_cast<std::uint64_t>(stripe) << 40) +
         static_cast<std::uint64_t>(file.index);
}

// Returns the file and the stripe of an object.
inline FileId file_of_object(std::uint64_t object) {
  FileId file;
  file.set = static_cast<std::int32_t>(object >> 51);
  file.index = static_cast<std::int64_t>(object & ((std::uint64_t{1} << 40) - 1));
  return file;
}
inline std::int32_t stripe_of_object(std::uint64_t object) {
  return static_cast<std::int32_t>((object >> 40) & 0x7ff);
}

// Work of one thread: so long on a core, while so many bytes move over the memory bus.
struct ThreadWork {
  Duration span;
  Bytes moved;
  PartId part{};  // Part whose time on the core it is; nobody: the node's software.
  // Beginning of the span, if that is another part's.
  Duration before{};
  PartId part_before{};

  bool none() const { return span == Duration() && moved == Bytes(); }
};

enum class IoOperation : std::uint8_t { open, close, stat, create, read, write, sync, unlink, list };

}  // namespace headrace
