// Scenario: a question, as plain checked data.
//
// read/read_scenario.h makes it of a text, read/scenario_text.h a text of it, and experiment.h runs it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/cluster_spec.h"
#include "models/faults/disturbance_spec.h"
#include "models/jobs/job_shape.h"
#include "models/until.h"
#include "scenarios/loader/study_figure.h"
#include "scenarios/loader/sweep/plan_spec.h"
#include "scenarios/loader/sweep/sweep_spec.h"
#include "scenarios/loader/text/places.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct MeasureSpec : FidelitySpec {
  std::int64_t replications = 1;
  std::optional<Duration> simulated_time_limit;
  std::optional<std::int64_t> event_limit;
  std::optional<UntilSpec> until;
  bool alone = false;
  bool separately = false;

  void visit(Fields& f);
};

// Arm of a comparison: the scenario with overrides.
struct ArmSpec {
  std::string question;
  std::vector<std::string> overrides;

  void visit(Fields& f);
};

// CalibrationSpec: what found some times and rates of the scenario, as `headrace calibrate` writes it.
struct CalibrationSpec {
  std::string id;        // Sixteen hexadecimal digits.
  std::string revision;  // Of the program that found them.

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
  std::vector<StudyFigure> published;
  std::optional<SweepSpec> sweep;
  std::optional<PlanSpec> plan;
  std::vector<std::string> assertion_texts;
  std::optional<CalibrationSpec> calibration;

  // Parts that are not in the text: the reader fills them in.
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

// Returns the nodes and ranks of one of its jobs; none where the platform lacks the job's group.
JobShape shape_of(const JobSpec& job, const Scenario& scenario);

struct ScenarioRead {
  std::optional<Scenario> scenario;  // Absent when there are errors.
  Places places;                     // Where its fields stand.
  Problems problems;
};

}  // namespace headrace
