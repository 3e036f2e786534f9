// ImportedPlatform: a system description as the text of a platform file.
//
//   ImportedPlatform made = import_platform(*read.system, ImportedStore::lustre, choice);
//   made.text   // nodes, network and file_systems, each value with its origin
//
// The text has no heading: who writes it knows the file and the program. Its values are within the bounds
// of their fields.
#pragma once

#include "scenarios/loader/import/platform_lines.h"
#include "scenarios/loader/import/read_description.h"
#include "scenarios/loader/import/store_words.h"

namespace headrace {

struct ImportedPlatform {
  std::string text;
  std::string body;                 // Lines of `text` without its name, and without the list of gaps.
  std::vector<std::string> groups;  // Names of its groups of clients.
  std::string storage;              // Name of its file system: "lustre", "pfs".
  std::vector<ImportedValue> values;
  ImportCounts counts;
  std::vector<ImportGap> gaps;
  std::vector<NotTaken> not_taken;
};

struct ImportRead {
  std::optional<ImportedPlatform> platform;  // Absent when there are errors.
  DescribedSystem system;
  Problems problems;
  std::string text;  // Text of the description.
};

// Imports a description; `asked` is the kind of store that the user asks for, or empty. A storage without a
// kind, or of disks, is the problem E0704.
ImportRead import_description(DescriptionRead read, std::string_view asked);
ImportRead import_description_file(const std::string& path, std::string_view asked);

}  // namespace headrace
