#include "scenarios/loader/fields/scenario_fields.h"

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

FieldNode scenario_fields() {
  ExclusiveFields stores = {"platform.file_systems.<name>", {}};
  for (const auto& kind : Store::table()) stores.names.emplace_back(kind.name);
  ExclusiveFields jobs = {"jobs.<name>", fields_of_work()};
  return collect_fields([](Fields& f) { Scenario().visit(f); }, {jobs, stores});
}

std::vector<std::string> fields_of_work() {
  std::vector<std::string> fields = {"dlio"};
  for (const auto& kind : Job::table()) fields.emplace_back(kind.name);
  return fields;
}

std::string a_field_of_work(std::string_view field) {
  const bool vowel = std::string_view("aeiou").find(field.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + in_quotes(field) + (field == "dlio" ? " file" : "");
}

namespace {

constexpr std::size_t kMostPlaces = 3;

void add_places(const FieldNode& group, std::string_view name, std::vector<std::string>& places) {
  for (const FieldNode& field : group.fields) {
    if (field.name == name) places.push_back(field.path);
    add_places(field, name, places);
  }
}

}  // namespace

StrayField find_stray(std::string_view path) {
  const FieldNode root = scenario_fields();
  StrayField stray;
  if (const FieldNode* const node = find_field(root, path)) {
    stray.policies = joined(node->members);
    return stray;
  }
  add_places(root, path.substr(path.rfind('.') + 1), stray.places);
  if (stray.places.size() > kMostPlaces) stray.places.clear();
  return stray;
}

}  // namespace headrace
