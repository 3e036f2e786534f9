// KnownStraceCall: a call of Linux on files or descriptors, and what it does to them.
//
//   known_strace_call("pread64")->effect            // StraceEffect::move
//
// Left out: calls of a process on itself, on memory and on sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/io.h"

namespace headrace {

// StraceEffect: what a call does to descriptors and files.
enum class StraceEffect : std::uint8_t {
  open,  // Of a path, behind a folder where its row says so.
  close,
  close_range,
  move,  // Bytes at the place of a descriptor, or at one that an argument names.
  seek,
  duplicate,
  control,     // fcntl, which duplicates as well.
  path,        // A call on a path.
  descriptor,  // A call on a descriptor.
  map,
  folder,  // chdir.
  execute,
  not_repeated
};

struct KnownStraceCall {
  std::string_view name;
  StraceEffect effect;
  IoOperation operation = IoOperation::open;
  std::size_t path = 0;  // Argument that is the path; of one behind a folder, that is the argument before.
  bool at_argument = false;  // Whether the fourth argument says where the bytes are.
};

// Returns null where a call has nothing to do with files.
const KnownStraceCall* known_strace_call(std::string_view name);

}  // namespace headrace
