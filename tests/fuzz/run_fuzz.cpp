// Any text as a scenario: what is accepted RUNS for some thousand events, whatever its values, and tells
// nothing that cannot be. Machines of more than some hundred parts are left out: their building takes longer
// than a run.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/cluster.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "sim/check.h"
#include "tests/fuzz/base_scenario.h"

namespace headrace {
namespace {

constexpr std::int64_t kMostEvents = 5000;
constexpr std::int64_t kMostParts = 300;

// Tells whether all numbers of the resolved text are small that say how many there are of something.
bool is_small(const std::string& resolved) {
  for (const std::string& line : lines_of(resolved)) {
    const std::size_t at = line.find(": ");
    const std::string key = line.substr(0, std::min(at, line.size()));
    const bool counts = key.ends_with("count") || key.ends_with("threads") || key.ends_with("_per_node") ||
                        key.ends_with("accelerators") || key.ends_with("ports") || key.ends_with("epochs") ||
                        key.ends_with("files") || key.ends_with("size_evaluation") ||
                        key.ends_with("batch_size") || key.ends_with("ahead") || key.ends_with("depth") ||
                        key.ends_with("processes");
    if (counts && at < line.size() && std::strtod(line.c_str() + at + 2, nullptr) > kMostParts) return false;
  }
  return true;
}

void check_possible(const RunResult& result) {
  HEADRACE_CHECK(result.imbalance.empty());
  for (const ResourceResult& resource : result.resources)
    HEADRACE_CHECK(resource.utilisation_mean >= 0 && resource.utilisation_max <= 1 + 1e-9);
  for (const MetricRow& row : result.rows) HEADRACE_CHECK(std::isfinite(row.value) && row.value >= 0);
  for (const JobResult& job : result.jobs) {
    for (const EpochResult& epoch : job.epochs) {
      HEADRACE_CHECK(epoch.end >= epoch.start && epoch.delivered >= Bytes());
      HEADRACE_CHECK(epoch.first_batch_mean <= epoch.first_batch_max);
    }
    for (const TimeBudgetRow& row : job.time_budget) HEADRACE_CHECK(row.spent >= Duration());
  }
}

}  // namespace
}  // namespace headrace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headrace;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  // A text that begins with three equals signs is a list of overrides of a small scenario.
  std::vector<std::string> overrides;
  if (text.starts_with("===\n")) {
    overrides = lines_of(text.substr(4));
    text = kBaseScenario;
  }
  FileFinder no_files(FileFinder::Disk::no);
  ScenarioRead read = read_scenario(text, "fuzz.yaml", overrides, no_files);
  if (!read.scenario || !is_small(write_scenario(*read.scenario))) return 0;
  MeasureSpec& measure = read.scenario->measure;
  measure.event_limit = std::min(measure.event_limit.value_or(kMostEvents), kMostEvents);
  check_possible(Experiment(*read.scenario).run());
  return 0;
}
