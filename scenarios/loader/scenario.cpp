#include "scenarios/loader/scenario.h"

#include <limits>
#include <memory>

#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/read/reading.h"
#include "scenarios/loader/sweep/plan.h"
#include "scenarios/loader/sweep/sweep_parts.h"

namespace headrace {
namespace {

constexpr std::string_view kSchemas[] = {"headrace/1"};
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

// One run of a sweep is of the scenario as it stands, and what it sweeps over must be right all the same.
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

void MeasureSpec::visit(Fields& f) {
  f.integer({"replications", "runs with seeds of their own, for an interval"}, replications, 1, 100'000);
  FidelitySpec::visit(f);
  f.duration({"simulated_time_limit", "a run ends here, in simulated time"}, simulated_time_limit,
             Duration::nanoseconds(1), Duration::max());
  f.integer({"event_limit", "a run ends after this many events; -1: never"}, event_limit, -1, kMostSeed);
  f.flag({"alone", "whether every job is also run by itself, which gives the interference between them"},
         alone);
  f.flag({"separately",
          "whether the jobs are run one by one, each with the machine to itself: `headrace probe`"},
         separately);
}

void ArmSpec::visit(Fields& f) {
  f.text({"question", "what this arm is to answer, in words"}, question);
  f.texts(required("overrides", "what is different in this arm, as on the command line; [] for nothing"),
          overrides);
}

void Scenario::visit(Fields& f) {
  std::size_t schema = 0;
  f.choice(required("schema", "the format of this file"), schema, kSchemas);
  f.text(required("name", "what the scenario is called in results"), name);
  f.text({"question", "what it is to answer, in words"}, question);
  f.integer({"seed", "where all random streams start"}, seed, 0, kMostSeed);
  f.group(required("platform", "the machine"), platform);
  f.map(required("jobs", "what runs on it, by name"), jobs);
  f.group(Field{"measure", "how it is measured"}, measure);
  disturbances.visit(f);
  f.map({"compare", "arms of a comparison, by name: each is the scenario with overrides, on the same draws"},
        compare);
  f.group({"sweep",
           "the same question at many points: `headrace sweep`; one run is of the scenario as it stands"},
          sweep);
  f.group(
      {"plan",
       "the cheapest design that reaches targets: `headrace plan`; one run is of the scenario as it stands"},
      plan);
  f.texts({"assert", "what must hold, such as jobs.train.au_percent >= 90; else the exit code is 1"},
          assertion_texts);
}

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files) {
  ScenarioRead read;
  Problems& problems = read.problems;
  const std::vector<Override> changes = parse_overrides(overrides, problems);
  const auto merged = MergedScenario::parse(text, file, changes, files, problems);
  if (!merged) return read;
  MergedScenario::Read base = merged->read({}, problems);
  // What compares and judges arms is no part of one.
  const MergedScenario for_arms = merged->without({"compare", "assert"});
  const auto read_arm = [&](const std::vector<Override>& of_arm, Problems& found) {
    MergedScenario::Read arm = for_arms.read(of_arm, found);
    return found.has_errors() ? std::nullopt : std::optional(std::move(arm.scenario));
  };
  read_arms(base.scenario, base.places, read_arm, problems);
  check_assertions(base.scenario, base.places, problems);
  check_sweep(*merged, base, problems);
  if (base.scenario.plan) plan_of(*merged, base, {}, problems);
  problems.sort_by_position();
  if (problems.has_errors()) return read;
  add_jobs_alone(base.scenario);
  read.scenario = std::move(base.scenario);
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
  return file ? read_scenario(file->text, path, overrides) : read;
}

}  // namespace headrace
