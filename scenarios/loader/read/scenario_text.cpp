#include "scenarios/loader/read/scenario_text.h"

#include "scenarios/loader/fields/field_writer.h"

namespace headrace {
namespace {

std::string hexadecimal(std::uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) *digit = kDigits[value & 15];
  return text;
}

// What an arm changes of a DLIO file must find that file again.
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

constexpr std::uint64_t kFirstHash = 14695981039346656037u;

std::uint64_t add_to_hash(std::uint64_t hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;  // FNV-1a.
  return hash;
}

}  // namespace

std::string write_scenario(const Scenario& scenario, bool with_origins) {
  Scenario resolved = scenario;
  for (auto& [name, job] : resolved.jobs) {
    if (job.dlio.empty() || !job.workload) continue;
    if (is_changed_by_an_arm(scenario, name)) {
      job.workload.reset();
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

std::string hash_of_text(const std::string& text) { return hexadecimal(add_to_hash(kFirstHash, text)); }

std::string scenario_hash(const Scenario& scenario) {
  std::uint64_t hash = add_to_hash(kFirstHash, write_scenario(scenario));
  for (const Scenario& arm : scenario.arms) hash = add_to_hash(hash, write_scenario(arm));
  return hexadecimal(hash);
}

}  // namespace headrace
