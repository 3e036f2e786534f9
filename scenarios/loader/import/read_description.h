// Reads a system description of MLPerf Storage: the JSON of v1.0, or the facts of one of v3.0 as a YAML map.
//
//   const DescriptionRead read = read_description("system.json");
//   if (!read.system) fail(read.problems.text());
//
// Problems have the code E0001 to E0015 where the file cannot be read, and E0701 to E0703 else. Left out are
// the results of a submission: a description has none, and none is looked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/loader/import/described_system.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct DescriptionRead {
  std::optional<DescribedSystem> system;  // Absent when there are errors.
  Problems problems;
  std::string text;  // Text of the file.
};

DescriptionRead read_description(const std::string& path);
DescriptionRead read_description_text(std::string_view text, const std::string& file);

}  // namespace headrace
