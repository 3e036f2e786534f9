#include "scenarios/loader/read/asserted_figures.h"

#include <algorithm>

#include "models/jobs/expected_figures.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {
namespace {

FigureSetting setting_of(const Scenario& scenario, const JobSpec& job) {
  FigureSetting setting;
  for (const auto& [name, system] : scenario.platform.file_systems)
    if (name == job.storage) setting.on_tiers = !system.facts().below.empty();
  setting.not_alone = reason_without_alone(scenario);
  return setting;
}

}  // namespace

std::string reason_without_alone(const Scenario& scenario) {
  if (scenario.jobs.size() < 2) return "no other job runs beside it";
  return scenario.measure.alone ? "" : "'measure.alone' is not asked for";
}

std::string reason_without(const FigureRow& figure, const Scenario& scenario, const JobSpec& job) {
  return reason_without(figure, job, setting_of(scenario, job));
}

std::vector<std::string_view> figures_of_spec(const Scenario& scenario, const JobSpec& job) {
  return figures_of_spec(job, setting_of(scenario, job));
}

std::string figure_in_place_of(const FigureRow& figure, const Scenario& scenario, const JobSpec& job) {
  const std::vector<std::string_view> there = figures_of_spec(scenario, job);
  for (const std::string_view kin : figure.kin)
    if (!kin.empty() && std::find(there.begin(), there.end(), kin) != there.end()) return std::string(kin);
  return nearest_word(figure.path, there);
}

}  // namespace headrace
