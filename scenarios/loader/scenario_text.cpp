#include <string>

#include "scenarios/loader/field_writer.h"
#include "scenarios/loader/scenario.h"

namespace headrace {
namespace {

std::string hexadecimal(std::uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) *digit = kDigits[value & 15];
  return text;
}

}  // namespace

std::string write_scenario(const Scenario& scenario, bool with_origins) {
  Scenario resolved = scenario;
  for (auto& [name, job] : resolved.jobs) {
    if (job.dlio.empty() || !job.workload) continue;
    resolved.origins.emplace("jobs." + name + ".workload",
                             job.dlio + ", named in " + resolved.origins["jobs." + name + ".dlio"]);
    job.dlio.clear();
    job.overrides.clear();
  }
  FieldWriter writer(with_origins ? &resolved.origins : nullptr);
  resolved.visit(writer);
  return writer.take_text();
}

std::string scenario_hash(const Scenario& scenario) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a.
  for (const char c : write_scenario(scenario))
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hexadecimal(hash);
}

}  // namespace headrace
