// Scenario: a question, as plain checked data.
//
//   auto read = read_scenario_file("scenarios/first_run.yaml", {"seed=2"});
//   if (!read.scenario) fail(read.problems.text());
//
// Reading resolves includes, DLIO files and overrides, and reports every
// problem at once. Nothing runs here: experiment.h does that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/cluster_spec.h"
#include "models/faults/disturbance_spec.h"
#include "models/jobs/job_spec.h"
#include "scenarios/loader/sweep/plan_spec.h"
#include "scenarios/loader/sweep/sweep_spec.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct MeasureSpec : FidelitySpec {
  std::int64_t replications = 1;
  Duration simulated_time_limit = Duration::max();
  std::int64_t event_limit = -1;
  bool alone = false;
  bool separately = false;

  void visit(Fields& f);
};

// One arm of a comparison: the scenario with overrides.
struct ArmSpec {
  std::string question;
  std::vector<std::string> overrides;

  void visit(Fields& f);
};

// "jobs.train.au_percent >= 90"
struct Assertion {
  std::string text;
  std::string metric;
  std::string comparison;  // >=, >, <=, <, ==
  double bound = 0;
};

struct Scenario {
  std::string name;
  std::string question;
  std::int64_t seed = 1;
  ClusterSpec platform;
  Named<JobSpec> jobs;
  MeasureSpec measure;
  DisturbanceSpec disturbances;
  Named<ArmSpec> compare;
  std::optional<SweepSpec> sweep;
  std::optional<PlanSpec> plan;
  std::vector<std::string> assertion_texts;

  // Not in the text; filled by the reader.
  std::vector<Assertion> assertions;
  std::vector<NoEffect> no_effect;
  std::map<std::string, std::string>
      origins;  // Field path to "file:line", "command line"; others are defaults.
  std::string file;
  std::string arm;              // Of an arm: its name, "lru"; of a job by itself "alone:train".
  std::vector<Scenario> arms;   // One for each of `compare`: they are run in place of this one.
  std::vector<Scenario> alone;  // With measure.alone: each job by itself; they are run beside this one.

  void visit(Fields& f);
};

struct ScenarioRead {
  std::optional<Scenario> scenario;  // Absent when there are errors.
  Problems problems;
};

// Overrides are `key.path=value` with values as in the file.
ScenarioRead read_scenario_file(const std::string& path, const std::vector<std::string>& overrides = {});
ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides = {});

// The resolved scenario as a scenario text: defaults filled in, units in full,
// includes and DLIO files merged. Reading it again gives the same scenario.
std::string write_scenario(const Scenario& scenario, bool with_origins = false);

// 64 bits as 16 hexadecimal digits: of any text, and of a scenario over its resolved text.
std::string hash_of_text(const std::string& text);
std::string scenario_hash(const Scenario& scenario);

}  // namespace headrace
