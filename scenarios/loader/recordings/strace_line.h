// StraceLine: a line of strace, and the call on it.
//
//   12 1700000000.5 read(3</scratch/a>, "x"..., 4096) = 4096 <0.000012>
//
//   const auto line = strace_line(text);          // task 12, at 1700000000.5 s, a whole call
//   const auto call = strace_call(line->text);    // "read", three arguments, result "4096</scratch/a>"
//
// Left out: what arguments mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/units.h"

namespace headrace {

struct StraceLine {
  // Kind: a whole call; its beginning; the rest of one; the end of a task; a signal or a remark.
  enum class Kind : std::uint8_t { call, unfinished, resumed, exited, other };

  Kind kind = Kind::other;
  std::optional<std::int64_t> task;  // A process or a thread of one; nothing: the line has none.
  Duration time;                     // Since 1970.
  std::string_view text;             // Of the call, or of the part that is there.
};

// Returns nothing where a line does not begin with a time in seconds, with or without a task before it.
std::optional<StraceLine> strace_line(std::string_view line);

struct StraceCall {
  std::string_view name, result;  // "-1 ENOENT (...)", "3</scratch/a>".
  std::vector<std::string_view> arguments;
  std::optional<Duration> took;

  // Returns the number that the call returned; nothing: none is told.
  std::optional<std::int64_t> returned() const;
};

std::optional<StraceCall> strace_call(std::string_view text);

// StraceDescriptor: a descriptor as an argument or a result, with the path that -y adds: 3</scratch/a>.
struct StraceDescriptor {
  std::optional<std::int64_t> number;  // Nothing: the working folder, AT_FDCWD.
  std::string path;
};

StraceDescriptor strace_descriptor(std::string_view word);
// Returns what stands between the quotes of an argument, without escapes.
std::string strace_string(std::string_view word);

}  // namespace headrace
