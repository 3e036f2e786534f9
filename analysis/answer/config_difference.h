// Config difference: what two resolved scenarios say differently, key by key.
//
//   {"platform.file_systems.scratch.lustre.ost.count", "2", "4"}
//
// Of words and where they stand, not of lines: order and origin do not matter.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headrace {

struct ConfigDifference {
  std::string path;
  std::string first, second;  // Empty: not said there.

  bool operator==(const ConfigDifference&) const = default;
};

// Returns what a resolved scenario says: a text for each path that ends in one.
std::map<std::string, std::string> config_leaves(std::string_view resolved_text);

// Both as `write_scenario` wrote them. In the order of the first, then what only the second says.
std::vector<ConfigDifference> config_differences(std::string_view first, std::string_view second);

}  // namespace headrace
