// Runs a row of the benchmark for a given length and prints its events, and nothing else: under an instrument
// that counts instructions, the difference of two lengths is what an event costs, without the set-up.
//
//   bench_instructions ROW LENGTH    events of PHOLD, or runs of a scenario
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/bench/phold.h"

namespace headrace {
namespace {

std::uint64_t run_phold(bool coroutines, std::uint64_t pending, std::uint64_t events) {
  Phold model(pending);
  if (coroutines) {
    model.start_coroutines();
  } else {
    model.start_callbacks();
  }
  RunLimits limits;
  limits.events = model.sim.events() + events;
  return model.sim.run(limits).events;
}

std::uint64_t run_scenario(const char* name, std::uint64_t runs) {
  const ScenarioRead read = read_scenario_file(std::string(HEADRACE_SOURCE_DIR) + "/scenarios/" + name, {});
  std::uint64_t events = 0;
  for (std::uint64_t i = 0; read.scenario && i < runs; ++i)
    events += Experiment(*read.scenario).run().outcome.events;
  return events;
}

std::uint64_t run(std::string_view row, std::uint64_t length) {
  const std::size_t slash = row.find('/');
  if (row == "first_run") return run_scenario("first_run.yaml", length);
  if (!row.starts_with("phold_") || slash == std::string_view::npos) return 0;
  return run_phold(row.starts_with("phold_coroutines"), std::strtoull(row.data() + slash + 1, nullptr, 10),
                   length);
}

}  // namespace
}  // namespace headrace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::uint64_t events = headrace::run(arguments[1], std::strtoull(arguments[2], nullptr, 10));
  std::printf("%llu\n", static_cast<unsigned long long>(events));
  return events > 0 ? 0 : 1;
}
