#include "scenarios/loader/import/read_description.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "scenarios/loader/import/description_forms.h"
#include "scenarios/loader/text/document.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {
namespace {

bool has_any_of(const DescriptionPart& root, std::initializer_list<std::string_view> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return root.has(key); });
}

// Expects a root that is a map.
DescribedSystem read_form(const DescriptionPart& root, DescriptionNotes& notes) {
  if (has_any_of(root, {"nodes", "benchmark_hosts", "storage_system"})) return read_system_json(root, notes);
  if (has_any_of(root, {"clients", "storage_software", "system_id"})) return read_system_facts(root, notes);
  root.problem("", "E0701", "this is no system description of MLPerf Storage that headrace knows")
      .with_help(
          "v1.0 has the keys nodes, benchmark_hosts and storage_system; the facts of v3.0 have clients, "
          "servers, storage_software and protocol");
  return {};
}

}  // namespace

DescriptionRead read_description_text(std::string_view text, const std::string& file) {
  DescriptionRead read;
  read.text = text;
  const Tree root = parse_document(text, file, read.problems);
  if (read.problems.has_errors()) return read;
  if (root.kind != Tree::Kind::map) {
    read.problems.add(root.mark, "E0701", "a system description is a map of keys and values")
        .with_help("v1.0 is a JSON object, the facts of v3.0 are a YAML map");
    return read;
  }
  // A part that is looked at twice has each of its problems and notes once.
  Problems problems;
  std::vector<NotTaken> not_taken;
  DescriptionNotes notes{problems, not_taken};
  DescribedSystem system = read_form(DescriptionPart(&root, "", notes), notes);
  read.problems.absorb(problems, "");
  read.problems.sort_by_position();
  std::set<std::pair<std::string, std::string>> known;
  for (NotTaken& note : not_taken)
    if (known.emplace(note.place, note.why).second) system.not_taken.push_back(std::move(note));
  if (!read.problems.has_errors()) read.system = std::move(system);
  return read;
}

DescriptionRead read_description(const std::string& path) {
  Problems problems;
  const auto file = FileFinder::read(path, problems);
  if (!file) {
    DescriptionRead none;
    none.problems = std::move(problems);
    return none;
  }
  return read_description_text(file->text, file->name);
}

}  // namespace headrace
