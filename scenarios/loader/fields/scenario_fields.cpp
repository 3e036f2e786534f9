#include "scenarios/loader/fields/scenario_fields.h"

#include <algorithm>

#include "models/jobs/kinds.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

FieldNode scenario_fields() {
  ExclusiveFields stores = {"platform.file_systems.<name>", {}};
  for (const auto& kind : Store::table()) stores.names.emplace_back(kind.name);
  ExclusiveFields jobs = {"jobs.<name>", {}};
  for (const JobKindRow& row : job_kinds())
    for (const std::string_view field : row.given_by)
      if (std::find(jobs.names.begin(), jobs.names.end(), field) == jobs.names.end())
        jobs.names.emplace_back(field);
  return collect_fields([](Fields& f) { Scenario().visit(f); }, {jobs, stores});
}

std::string policies_with(std::string_view path) {
  const FieldNode root = scenario_fields();
  const FieldNode* node = find_field(root, path);
  return node == nullptr ? std::string() : node->members;
}

}  // namespace headrace
