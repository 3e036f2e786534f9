// Output files: a file of the user's is never lost by writing one of ours.
//
//   expect_apart({{"--out", database}, {"--trace", trace}}, {"scenario.yaml"});
//   expect_writable(trace, timeline_kind());       // Before an hour of simulation.
//   write_file(trace, text, timeline_kind());      // Whole, or not at all.
//
// A file that stands under the name already is replaced only where headrace wrote one of the same kind. What
// is not yet whole has a name of its own, which nobody can foresee, and no link is followed. Databases are
// not written this way: SQLite does, and schema.h tells ours from others.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headrace {

struct FileKind {
  std::string_view name;                   // "timeline", as in: no timeline that headrace wrote.
  bool (*is_one)(std::string_view start);  // Asked with the first bytes of a file.
  std::size_t look = 4096;                 // Bytes that is_one() needs at most.
};

// Throws InputError where something stands under the name that headrace did not write, ResourceError where no
// file can be made.
void expect_writable(const std::string& path, const FileKind& kind);

// Throws as expect_writable() does; what stands under the name afterwards is the old text or the new one.
void write_file(const std::string& path, std::string_view text, const FileKind& kind);

// Makes the folder of a path, and returns the path; throws ResourceError where none can be made.
std::string with_folder(const std::string& path);

struct NamedOutput {
  std::string option, path;  // Such as "--trace" and "t.json".
  bool database = false;     // SQLite keeps files beside it.
};

// Throws UsageError where two outputs, or an output and an input, are one file. An empty path is none.
void expect_apart(const std::vector<NamedOutput>& outputs, std::span<const std::string> inputs);

}  // namespace headrace
