// Any text as the `plan:` of a scenario: a plan or a list of problems, never a crash; and what a design needs
// is nothing below zero.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/loader/sweep/plan.h"
#include "sim/check.h"
#include "tests/fuzz/base_scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("include") != std::string_view::npos || text.find("dlio") != std::string_view::npos) return 0;
  std::string scenario = std::string(kBaseScenario) + "plan:\n";
  for (const std::string& line : lines_of(text)) scenario += "  " + line + "\n";
  const PlanRead read = read_plan(scenario, "fuzz.yaml");
  HEADRACE_CHECK(read.plan.has_value() == !read.problems.has_errors());
  if (!read.plan) return 0;
  HEADRACE_CHECK(!read.plan->targets().empty());
  for (std::int64_t i = 0; i < read.plan->designs().size() && i < 8; ++i) {
    const PlanQuantities needs = read.plan->needs(read.plan->designs().point(i));
    for (std::size_t k = 0; k < PlanQuantities::kCount; ++k) HEADRACE_CHECK(needs[k] >= 0);
  }
  return 0;
}
