#include "scenarios/loader/scenario.h"

#include <limits>

namespace headrace {
namespace {

constexpr std::string_view kSchemas[] = {"headrace/1"};
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

}  // namespace

void MeasureSpec::visit(Fields& f) {
  f.integer({"replications", "runs with seeds of their own, for an interval"}, replications, 1, 100'000);
  FidelitySpec::visit(f);
  f.duration({"simulated_time_limit", "a run ends here, in simulated time"}, simulated_time_limit,
             Duration::nanoseconds(1), Duration::max());
  f.integer({"event_limit", "a run ends after this many events"}, event_limit, 0, kMostSeed);
  f.group({"until", "when the rest of an epoch of training need not be simulated; without it, every step is"},
          until);
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

void CalibrationSpec::visit(Fields& f) {
  f.text(required("id", "the calibration"), id);
  f.text(required("revision", "the headrace that made it: another may need another one"), revision);
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
  f.list(Field{"published", "what a publication found of the arms of the comparison"}, published);
  f.group({"sweep",
           "the same question at many points: `headrace sweep`; one run is of the scenario as it stands"},
          sweep);
  f.group(
      {"plan",
       "the cheapest design that reaches targets: `headrace plan`; one run is of the scenario as it stands"},
      plan);
  f.texts({"assert", "what must hold, such as jobs.train.au_percent >= 90; else the exit code is 1"},
          assertion_texts);
  f.group({"calibration", "what found some of its times and rates: `headrace calibrate` writes it"},
          calibration);
}

JobShape shape_of(const JobSpec& job, const Scenario& scenario) {
  for (const auto& [name, group] : scenario.platform.nodes)
    if (name == job.nodes.group) return shape_of(job, group);
  return {};
}

}  // namespace headrace
