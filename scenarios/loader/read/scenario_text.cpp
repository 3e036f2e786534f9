#include "scenarios/loader/read/scenario_text.h"

#include "scenarios/loader/fields/field_writer.h"
#include "sim/hash.h"

namespace headrace {
namespace {

// Tells whether an arm changes a job's DLIO file: what changes it must find that file again.
bool is_changed_by_an_arm(const Scenario& scenario, const std::string& job) {
  for (const auto& [name, arm] : scenario.compare) {
    for (const std::string& change : arm.overrides) {
      for (const char* field : {".dlio", ".overrides"}) {
        if (change.starts_with("jobs." + job + field)) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::string write_scenario(const Scenario& scenario, bool with_origins) {
  Scenario resolved = scenario;
  for (auto& [name, job] : resolved.jobs) {
    if (job.dlio.empty() || job.workload() == nullptr) continue;
    if (is_changed_by_an_arm(scenario, name)) {
      job.work = {};
      continue;
    }
    resolved.origins.emplace("jobs." + name + ".workload",
                             job.dlio + ", named in " + resolved.origins["jobs." + name + ".dlio"]);
    job.dlio.clear();
    job.overrides.clear();
  }
  FieldWriter writer(with_origins ? &resolved.origins : nullptr);
  resolved.visit(writer);
  return writer.take_text();
}

std::string hash_of_text(const std::string& text) {
  Hash hash;
  hash.add(text);
  return hexadecimal(hash.value());
}

std::string scenario_hash(const Scenario& scenario) {
  Hash hash;
  hash.add(write_scenario(scenario));
  for (const Scenario& arm : scenario.arms) hash.add(write_scenario(arm));
  return hexadecimal(hash.value());
}

}  // namespace headrace
