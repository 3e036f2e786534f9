// The rule about members of tables: policies, kinds, designs.

#include <algorithm>
#include <regex>
#include <set>

#include "tests/tidy_rules.h"

namespace headrace::tidy {

namespace {

// A folder whose sources are members of one table.
struct Table {
  std::string_view folder;
  std::string_view file;              // Of the table, in that folder.
  std::string_view interface;         // The header that a member without a header of its own may include.
  std::string_view prefix = "";       // Of the members' sources: "checkpoint_async.cpp" is "async".
  bool members_have_headers = false;  // Otherwise a source with a header is no member.
};

const std::vector<Table>& tables() {
  static const std::vector<Table> kTables = {
      {"models/cache/", "policies.cpp", "policy.h"},
      {"models/shuffle/", "policies.cpp", "policy.h"},
      {"models/scheduler/", "policies.cpp", "policy.h"},
      {"models/placement/", "policies.cpp", "policy.h"},
      {"models/arrivals/", "policies.cpp", "policy.h"},
      {"models/balancer/", "policies.cpp", "policy.h"},
      {"models/background/", "policies.cpp", "policy.h"},
      {"models/collectives/", "policies.cpp", "policy.h"},
      {"models/faults/", "policies.cpp", "policy.h"},
      {"models/hardware/topology/", "kinds.cpp", "topology.h"},
      {"models/hardware/drives/", "kinds.cpp", "", "", true},
      {"models/jobs/checkpoint/", "checkpoint_strategy.cpp", "", "checkpoint_"},
      {"scenarios/loader/sweep/designs/", "designs.cpp", "", "", true},
  };
  return kTables;
}

bool any_line_has(const Source& source, const std::string& text) {
  return std::any_of(source.lines.begin(), source.lines.end(),
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

void check_member(const Table& table, const Source& source, const std::vector<Source>& sources,
                  const std::set<std::string_view>& known, Findings& findings) {
  const std::string folder(table.folder);
  const std::string stem = stem_of(source.path);
  const std::string file = folder + std::string(table.file);
  const bool component = !table.members_have_headers && known.contains(folder + stem + ".h");
  if (!source.path.ends_with(".cpp") || source.path == file || component) return;
  const std::string name = stem.starts_with(table.prefix) ? stem.substr(table.prefix.size()) : stem;
  const auto listed = [&](const Source& s) { return s.path == file && any_line_has(s, "{\"" + name + "\""); };
  if (std::none_of(sources.begin(), sources.end(), listed))
    findings.push_back({source.path, 1, "not in the table of " + file});
  if (table.interface.empty()) return;
  for (const Include& include : includes_of(source)) {
    // A header without a source beside it is a tool of the folder; a spec is a component's.
    const std::string own = folder + stem_of(include.name);
    const bool tool = !known.contains(own + ".cpp") && !own.ends_with("_spec");
    const bool interface = include.name == folder + std::string(table.interface);
    if (!include.quoted || !include.name.starts_with(folder) || interface || tool) continue;
    findings.push_back({source.path, include.line,
                        "a policy includes its " + std::string(table.interface) + ", not " + include.name});
  }
}

// Checks that whatever makes a policy, a store, a job or a verb is named by a table.
void check_makers(const Source& source, const std::vector<Source>& sources, Findings& findings) {
  static const std::regex kMaker(R"(^std::unique_ptr<(?:Recipe<\w+>|Job)> (\w+)\(.*\{)");
  static const std::regex kVerbMaker(R"(^std::unique_ptr<Verb> (\w+)\(\) \{)");
  static const std::set<std::string> kTables = {"policies", "kinds", "checkpoint_strategy", "verbs"};
  const bool of_models = source.path.starts_with("models/"),
             of_verbs = source.path.starts_with("analysis/cli/");
  const bool may_make = (of_models || of_verbs) && source.path.ends_with(".cpp");
  if (!may_make || kTables.contains(stem_of(source.path))) return;
  for (std::size_t i = 0; i < source.code.size(); ++i) {
    std::smatch found;
    if (!std::regex_search(source.code[i], found, of_verbs ? kVerbMaker : kMaker)) continue;
    const std::string name = found[1];
    const bool named = std::any_of(sources.begin(), sources.end(), [&](const Source& s) {
      return kTables.contains(stem_of(s.path)) &&
             (any_line_has(s, name + "}") || any_line_has(s, name + ","));
    });
    if (!named) findings.push_back({source.path, i + 1, "no table names " + name});
  }
}

}  // namespace

Findings check_tables(const std::vector<Source>& sources) {
  std::set<std::string_view> known;
  for (const Source& source : sources) known.insert(source.path);
  Findings findings;
  for (const Source& source : sources) {
    for (const Table& table : tables())
      if (folder_of(source.path) == table.folder) check_member(table, source, sources, known, findings);
    check_makers(source, sources, findings);
  }
  return findings;
}

}  // namespace headrace::tidy
