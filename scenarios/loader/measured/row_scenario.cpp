#include "scenarios/loader/measured/row_scenario.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/text/letters.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kSameComputation = 1e-6;  // Relative: the clock counts nanoseconds.

std::string workload_file(const MeasuredRow& row) {
  std::string name = row.workload + "_" + row.accelerator + ".yaml";
  std::transform(name.begin(), name.end(), name.begin(), lower);
  return "workloads/" + name;
}

std::vector<std::string> overrides_of(const MeasuredRow& row, const std::string& job) {
  const std::string path = "jobs." + job + ".";
  std::vector<std::string> overrides = {
      path + "dlio=" + workload_file(row), path + "nodes.count=" + std::to_string(row.hosts),
      path + "accelerators_per_node=" + std::to_string(row.accelerators / row.hosts),
      path + "accelerator=" + row.accelerator};
  std::istringstream words(row.overrides);
  for (std::string word; words >> word;) overrides.push_back(path + "overrides+=" + word);
  return overrides;
}

// Adds a problem for each fact that the row and its scenario state differently.
void compare_facts(const MeasuredRow& row, const Scenario& scenario, Problems& problems) {
  const JobSpec& job = scenario.jobs.front().second;
  const WorkloadSpec& workload = *job.workload();
  const auto expect = [&](const char* what, double of_row, double of_scenario, double tolerance) {
    if (std::abs(of_row - of_scenario) <= tolerance * of_row) return;
    problems
        .add(row.mark, "E0609",
             "the row says " + std::string(what) + " " + number_text(of_row) + ", and its scenario " +
                 number_text(of_scenario))
        .with_help("scenario: " + scenario.file);
  };
  expect("batch_size", static_cast<double>(row.batch_size), static_cast<double>(workload.loader.batch_size),
         0);
  expect("computation_time_s", row.computation_seconds, workload.training.computation_time.mean().in_seconds(),
         kSameComputation);
  for (const auto& [name, group] : scenario.platform.nodes)
    if (name == job.nodes.group)
      expect("cores_per_host", static_cast<double>(row.cores_per_host), static_cast<double>(group.cores), 0);
}

std::string path_of(const MeasuredRow& row, const std::string& folder) {
  return folder.empty() ? row.scenario : folder + "/" + row.scenario;
}

}  // namespace

RowFile file_of(const MeasuredRow& row, const std::string& folder, const Scenario& scenario) {
  return {path_of(row, folder), overrides_of(row, scenario.jobs.front().first)};
}

ScenarioRead scenario_of(const MeasuredRow& row, const std::string& folder) {
  const std::string path = path_of(row, folder);
  ScenarioRead read;
  const ScenarioRead base = read_scenario_file(path);
  const bool trains = base.scenario && base.scenario->jobs.size() == 1 && base.scenario->arms.empty() &&
                      base.scenario->jobs.front().second.workload() != nullptr &&
                      base.scenario->jobs.front().second.workload()->training.enabled;
  if (!base.scenario) {
    read.problems.absorb(base.problems, "row: " + row.name());
  } else if (!trains) {
    read.problems.add(row.mark, "E0609", "the scenario of the row has not one job that trains, or has arms")
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

}  // namespace headrace
