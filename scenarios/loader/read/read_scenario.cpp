#include "scenarios/loader/read/read_scenario.h"

#include <memory>

#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/sweep/plan.h"
#include "scenarios/loader/sweep/sweep_reader.h"

namespace headrace {
namespace {

constexpr std::string_view kTooMuchMemory = "W0053";

// Checks the sweep of a scenario that is run once. That run is of the scenario as it stands, and what it
// sweeps over must be right all the same.
void check_sweep(const MergedScenario& merged, const MergedScenario::Read& base, Problems& problems) {
  if (!base.scenario.sweep) return;
  const auto parts = read_sweep_parts(merged, base, {}, problems);
  if (parts == nullptr) return;
  problems
      .warn(base.places.at("sweep"), "W0014",
            "this is one run, of the scenario as it stands; `headrace sweep` runs the " +
                std::to_string(parts->size) + (parts->size == 1 ? " point" : " points") + " of its sweep")
      .at("sweep");
}

}  // namespace

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files) {
  ScenarioRead read;
  Problems& problems = read.problems;
  const std::vector<Override> changes = parse_overrides(overrides, problems);
  const auto merged = MergedScenario::parse(text, file, changes, files, problems);
  if (!merged) return read;
  MergedScenario::Read base = merged->read({}, problems);
  // What compares and judges arms is no part of one.
  const MergedScenario for_arms = merged->without({"compare", "assert", "published"});
  const auto read_arm = [&](const std::vector<Override>& of_arm, Problems& found) {
    MergedScenario::Read arm = for_arms.read(of_arm, found);
    return found.has_errors() ? std::nullopt : std::optional(std::move(arm.scenario));
  };
  read_arms(base.scenario, base.places, read_arm, problems);
  check_assertions(base.scenario, base.places, problems);
  check_study_figures(base.scenario, base.places, problems);
  check_sweep(*merged, base, problems);
  if (base.scenario.plan) plan_of(*merged, base, {}, problems);
  problems.sort_by_position();
  if (problems.has_errors()) return read;
  add_jobs_alone(base.scenario);
  share_fidelity(base.scenario);
  read.scenario = std::move(base.scenario);
  read.places = std::move(base.places);
  return read;
}

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides) {
  FileFinder files(FileFinder::Disk::yes);
  return read_scenario(text, file, overrides, files);
}

ScenarioRead read_scenario_file(const std::string& path, const std::vector<std::string>& overrides) {
  ScenarioRead read;
  const auto file = FileFinder::read(path, read.problems);
  return file ? read_scenario(file->text, file->path, overrides) : read;
}

ScenarioRead read_scenario_that_fits(const std::string& path, const std::vector<std::string>& overrides) {
  ScenarioRead read = read_scenario_file(path, overrides);
  Problems refused;
  for (const Problem& problem : read.problems.all())
    if (read.scenario && problem.code == kTooMuchMemory)
      refused.add(problem.mark, "E0611", problem.sentence).with_help(problem.help);
  if (!refused.has_errors()) return read;
  read.scenario.reset();
  read.problems = std::move(refused);
  return read;
}

}  // namespace headrace
