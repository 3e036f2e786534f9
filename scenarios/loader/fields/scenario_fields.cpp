#include "scenarios/loader/fields/scenario_fields.h"

#include "scenarios/loader/scenario.h"

namespace headrace {

FieldNode scenario_fields() {
  ExclusiveFields stores = {"platform.file_systems.<name>", {}};
  for (const auto& kind : Store::table()) stores.names.emplace_back(kind.name);
  return collect_fields([](Fields& f) { Scenario().visit(f); },
                        {{"jobs.<name>", {"dlio", "workload", "inference", "probe"}}, stores});
}

std::string policies_with(std::string_view path) {
  const FieldNode root = scenario_fields();
  const FieldNode* node = find_field(root, path);
  return node == nullptr ? std::string() : node->members;
}

}  // namespace headrace
