#include "scenarios/loader/read/file_kinds.h"

#include <algorithm>
#include <initializer_list>

#include "scenarios/loader/dlio/dlio_keys.h"

namespace headrace {
namespace {

bool has_any(const Tree& map, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view key) { return map.find(key) != nullptr; });
}

}  // namespace

bool is_platform_file(const Tree& root) { return has_any(root, {"nodes", "file_systems", "network"}); }

bool is_dlio_file(const Tree& root) {
  if (has_any(root, {"schema", "name"})) return false;
  return std::any_of(root.entries.begin(), root.entries.end(), [](const Tree::Entry& entry) {
    return entry.value.kind == Tree::Kind::map && (entry.key == "workload" || is_dlio_section(entry.key));
  });
}

bool report_other_kind_of_file(const Tree& root, const std::string& file, Problems& problems) {
  if (root.kind != Tree::Kind::map || has_any(root, {"jobs", "platform", "include"})) return false;
  const bool platform = is_platform_file(root);
  if (!platform && !is_dlio_file(root)) return false;
  const Mark begin{root.mark.source, 1, 1, 1};
  problems
      .add(begin, "E0028",
           platform ? "this describes a platform, and is no scenario"
                    : "this is a DLIO workload file, and no scenario")
      .with_help(platform ? "include it under platform, in a scenario: 'platform: {include: " + file + "}'"
                          : "put it under jobs.<name>.dlio, in a scenario: 'dlio: " + file + "'");
  return true;
}

}  // namespace headrace
