// ImportPage: an imported platform as a file, and what was read, derived and assumed as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/output_file.h"
#include "analysis/text.h"
#include "scenarios/loader/import/imported_platform.h"

namespace headrace {

// ImportSource: what a platform is imported from, and by what.
struct ImportSource {
  std::string file;
  std::string hash;      // Sixteen hexadecimal digits, of the file's text.
  std::string version;   // Of the program.
  std::string revision;  // Of the program.
};

// Expects an import without errors in all of these.
std::string import_file(const ImportSource& source, const ImportRead& read);
std::string import_report(const ImportRead& read, const Style& style, bool with_every_gap);
nlohmann::ordered_json import_tree(const ImportSource& source, const ImportRead& read);

FileKind import_kind();

}  // namespace headrace
