#include "scenarios/loader/measured/row_scenario.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "models/jobs/checkpoint/checkpoint.h"
#include "scenarios/loader/text/letters.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kSameComputation = 1e-6;  // Relative: the clock counts nanoseconds.
constexpr double kSameSize = 1e-4;         // Relative: sizes are published to three decimals.

std::string path_of(const MeasuredRun& row, const std::string& folder) {
  return folder.empty() ? row.scenario : folder + "/" + row.scenario;
}

// Returns what every row gives its job: workload file, hosts, and accelerators on each.
std::vector<std::string> size_overrides(const std::string& path, const std::string& workload,
                                        std::int64_t hosts, std::int64_t accelerators) {
  std::string file = workload;
  std::transform(file.begin(), file.end(), file.begin(), lower);
  return {path + "dlio=workloads/" + file + ".yaml", path + "nodes.count=" + std::to_string(hosts),
          path + "accelerators_per_node=" + std::to_string(accelerators / hosts)};
}

std::vector<std::string> overrides_of(const MeasuredRow& row, const std::string& job) {
  const std::string path = "jobs." + job + ".";
  std::vector<std::string> overrides =
      size_overrides(path, row.workload + "_" + row.accelerator, row.hosts, row.accelerators);
  overrides.push_back(path + "accelerator=" + row.accelerator);
  std::istringstream words(row.overrides);
  for (std::string word; words >> word;) overrides.push_back(path + "overrides+=" + word);
  return overrides;
}

// A run is of one operation alone: what it reads back lies as an earlier one wrote it.
std::vector<std::string> overrides_of(const CheckpointRow& row, const std::string& job) {
  const std::string path = "jobs." + job + ".";
  std::vector<std::string> overrides = size_overrides(path, row.workload, row.hosts, row.ranks);
  const bool writes = row.operation == CheckpointOperation::write;
  overrides.push_back(path + "overrides+=++workload.checkpoint.num_checkpoints_" +
                      (writes ? "read" : "write") + "=0");
  return overrides;
}

bool is_of_kind(const MeasuredRow&, const WorkloadSpec& workload) { return workload.training.enabled; }
bool is_of_kind(const CheckpointRow&, const WorkloadSpec& workload) {
  return !workload.training.enabled && workload.checkpoint.enabled;
}
const char* kind_of(const MeasuredRow&) { return "that trains"; }
const char* kind_of(const CheckpointRow&) { return "of checkpoints alone"; }

// Adds a problem where the row and its scenario state a fact differently.
class FactComparison {
 public:
  FactComparison(const MeasuredRun& row, const Scenario& scenario, Problems& problems)
      : row_(row), scenario_(scenario), problems_(problems) {}

  void expect(const char* what, double of_row, double of_scenario, double tolerance) {
    if (std::abs(of_row - of_scenario) <= tolerance * of_row) return;
    problems_
        .add(row_.mark, "E0609",
             "the row says " + std::string(what) + " " + number_text(of_row) + ", and its scenario " +
                 number_text(of_scenario))
        .with_help("scenario: " + scenario_.file);
  }

 private:
  const MeasuredRun& row_;
  const Scenario& scenario_;
  Problems& problems_;
};

void compare_facts(const MeasuredRow& row, const Scenario& scenario, Problems& problems) {
  const JobSpec& job = scenario.jobs.front().second;
  const WorkloadSpec& workload = *job.workload();
  FactComparison facts(row, scenario, problems);
  facts.expect("batch_size", static_cast<double>(row.batch_size),
               static_cast<double>(workload.loader.batch_size), 0);
  facts.expect("computation_time_s", row.computation_seconds,
               workload.training.computation_time.mean().in_seconds(), kSameComputation);
  for (const auto& [name, group] : scenario.platform.nodes)
    if (name == job.nodes.group)
      facts.expect("cores_per_host", static_cast<double>(row.cores_per_host),
                   static_cast<double>(group.cores), 0);
}

void compare_facts(const CheckpointRow& row, const Scenario& scenario, Problems& problems) {
  const CheckpointSpec& spec = scenario.jobs.front().second.workload()->checkpoint;
  const double bytes = static_cast<double>(checkpoint_size(spec, row.ranks).count());
  FactComparison(row, scenario, problems)
      .expect("checkpoint_gib", row.checkpoint_gib, bytes / static_cast<double>((1_GiB).count()), kSameSize);
}

template <class Row>
ScenarioRead scenario_of_row(const Row& row, const std::string& folder) {
  const std::string path = path_of(row, folder);
  ScenarioRead read;
  const ScenarioRead base = read_scenario_file(path);
  const bool fits = base.scenario && base.scenario->jobs.size() == 1 && base.scenario->arms.empty() &&
                    base.scenario->jobs.front().second.workload() != nullptr &&
                    is_of_kind(row, *base.scenario->jobs.front().second.workload());
  if (!base.scenario) {
    read.problems.absorb(base.problems, "row: " + row.name());
  } else if (!fits) {
    read.problems
        .add(row.mark, "E0609",
             "the scenario of the row has not one job " + std::string(kind_of(row)) + ", or has arms")
        .with_help("scenario: " + path);
  } else {
    ScenarioRead of_row = read_scenario_file(path, overrides_of(row, base.scenario->jobs.front().first));
    if (of_row.scenario) compare_facts(row, *of_row.scenario, read.problems);
    read.problems.absorb(of_row.problems, "row: " + row.name());
    if (of_row.scenario) of_row.scenario->name = row.name();
    if (!read.problems.has_errors()) read.scenario = std::move(of_row.scenario);
  }
  return read;
}

}  // namespace

ScenarioFile file_of(const MeasuredRow& row, const std::string& folder, const Scenario& scenario) {
  return {path_of(row, folder), overrides_of(row, scenario.jobs.front().first)};
}

ScenarioFile file_of(const CheckpointRow& row, const std::string& folder, const Scenario& scenario) {
  return {path_of(row, folder), overrides_of(row, scenario.jobs.front().first)};
}

ScenarioRead scenario_of(const MeasuredRow& row, const std::string& folder) {
  return scenario_of_row(row, folder);
}

ScenarioRead scenario_of(const CheckpointRow& row, const std::string& folder) {
  return scenario_of_row(row, folder);
}

}  // namespace headrace
