// Any words, one a line, as axes, constraints and overrides of a sweep: a sweep or a list of problems, never
// a crash. Its points are where it says, each once, and each is a scenario or refused with problems.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "scenarios/loader/sweep/sweep.h"
#include "sim/check.h"
#include "tests/fuzz/base_scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  const auto words = lines_of({reinterpret_cast<const char*>(data), size});
  for (const std::string& word : words)
    if (word.find("include") != std::string::npos || word.find("dlio") != std::string::npos) return 0;
  const SweepRead read = read_sweep(kBaseScenario, "fuzz.yaml", words);
  HEADRACE_CHECK(read.sweep.has_value() == !read.problems.has_errors());
  if (!read.sweep) return 0;
  const Sweep& sweep = *read.sweep;
  HEADRACE_CHECK(sweep.size() >= 0);
  std::set<std::string> seen;
  for (std::int64_t i = 0; i < sweep.size() && i < 8; ++i) {
    const SweepPoint point = sweep.point(i);
    HEADRACE_CHECK(point.index == i && point.parameters.size() == sweep.axes().size());
    for (const double at : sweep.coordinates(point)) HEADRACE_CHECK(at >= 0 && at <= 1);
    std::string values;
    for (const SweepParameter& parameter : point.parameters) values += parameter.value + "\n";
    if (sweep.spec().design == 0) HEADRACE_CHECK(seen.insert(values).second);
    const ScenarioRead scenario = sweep.scenario(point);
    HEADRACE_CHECK(scenario.scenario.has_value() == !scenario.problems.has_errors());
  }
  return 0;
}
