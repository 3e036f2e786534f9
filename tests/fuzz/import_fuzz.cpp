// Any text as a system description: a platform that a scenario may have or a list of problems, never a crash.
// The first byte chooses the kind of store that is asked for, or none.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/loader/import/imported_platform.h"
#include "scenarios/loader/read/read_scenario.h"
#include "sim/check.h"
#include "tests/fuzz/base_scenario.h"

namespace headrace {
namespace {

// Returns a scenario of one job on an imported platform.
std::string scenario_on(const ImportedPlatform& platform) {
  std::string text = "schema: headrace/1\nname: fuzz\nplatform:\n", group;
  for (const std::string& line : lines_of(platform.text)) {
    text += "  " + line + "\n";
    const bool is_group = group.empty() && line.starts_with("  ") && line.ends_with(':');
    if (is_group) group = line.substr(2, line.size() - 3);
  }
  return text +
         "jobs:\n  train:\n    workload: {dataset: {format: npz, files: 64, record_length: 1 MiB}}\n"
         "    accelerators_per_node: 1\n    nodes: {group: " +
         group + ", count: 1}\n    storage: " + platform.storage + "\n";
}

}  // namespace
}  // namespace headrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::span<const std::string_view> kinds = imported_store_names();
  const std::size_t asked = data[0] % (kinds.size() + 1);
  const ImportRead read =
      import_description(read_description_text(text, "fuzz.json"), asked < kinds.size() ? kinds[asked] : "");
  HEADRACE_CHECK(read.platform.has_value() == !read.problems.has_errors());
  if (!read.platform) return 0;
  HEADRACE_CHECK(static_cast<std::size_t>(read.platform->counts.assumed) <= read.platform->gaps.size());
  const ScenarioRead scenario = read_scenario(scenario_on(*read.platform), "imported.yaml");
  HEADRACE_CHECK(scenario.scenario.has_value());
  return 0;
}
