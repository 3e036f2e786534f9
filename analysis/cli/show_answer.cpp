#include "analysis/cli/show_answer.h"

#include <nlohmann/json.hpp>

#include "analysis/cli/call_report.h"
#include "analysis/cli/validation_report.h"
#include "analysis/page/json.h"
#include "analysis/results/reader.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

// A file, and the number of a run behind its last colon, if any.
struct Wanted {
  std::string file;
  std::optional<std::int64_t> run;
};

Wanted wanted_of(const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const std::string number = colon == std::string::npos ? "" : word.substr(colon + 1);
  const bool digits =
      !number.empty() && number.size() < 18 && number.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) return {word, std::nullopt};
  return {word.substr(0, colon), std::stoll(number)};
}

std::string find_call(ResultReader& reader, const Wanted& wanted) {
  Database& database = reader.database();
  if (!wanted.run) {
    if (const auto call = last_call(database)) return *call;
    throw UsageError(wanted.file +
                     " holds no call of 'run', 'probe' or 'validate'; the points of a sweep are shown by: "
                     "headrace query " +
                     wanted.file + " points");
  }
  const std::string run = "run " + std::to_string(*wanted.run) + " of " + wanted.file;
  if (!find_run(database, *wanted.run)) throw UsageError("there is no " + run);
  if (const auto call = call_of_run(database, *wanted.run)) return *call;
  throw UsageError(
      run +
      " is of a sweep, of a plan, or of an older headrace, and was not kept whole: run its scenario "
      "again to have an answer");
}

Scenario scenario_of(const StoredCall& call, const Wanted& wanted) {
  ScenarioRead read = read_scenario(call.resolved_text, wanted.file);
  if (!read.scenario)
    throw InputError(wanted.file + ": the scenario of the call is none for this headrace, but for " +
                     call.revision + ":\n" + read.problems.text(false));
  return *std::move(read.scenario);
}

ExitCode print_probe(const Scenario& scenario, const CallPoints& points, Database& database,
                     const StoredCall& call, const AnswerForm& form, const Streams& streams) {
  ExitCode code = ExitCode::ok;
  const std::vector<PublishedComparison> found =
      published_of_call(points, database, call.hash, streams, code);
  if (form.json)
    streams.out.write(json_text(published_tree(call.revision, found)));
  else
    print_published(scenario, found, form, streams);
  return code == ExitCode::ok && any_misses(found) ? ExitCode::missed : code;
}

ExitCode print_validation(const StoredCall& call, Database& database, const Wanted& wanted,
                          const AnswerForm& form, const Streams& streams) {
  const MeasuredRows read = read_measured_rows(call.resolved_text, wanted.file);
  if (read.problems.has_errors())
    throw InputError(wanted.file + ": the table of the call is none for this headrace, but for " +
                     call.revision + ":\n" + read.problems.text(false));
  ExitCode code = ExitCode::ok;
  print_validations({judged_set(call.name, read, database, call.hash, streams, code)}, call.revision, form,
                    streams);
  return code;
}

}  // namespace

ExitCode show_answer(const std::string& where, const AnswerForm& form, const Streams& streams) {
  const Wanted wanted = wanted_of(where);
  ResultReader reader(wanted.file);
  Database& database = reader.database();
  const StoredCall call = read_call(database, find_call(reader, wanted));
  if (call.first_run == 0)
    throw UsageError("the last call in " + wanted.file + " was cut before it had simulated anything");
  if (call.verb == "validate") return print_validation(call, database, wanted, form, streams);
  if (call.verb == "calibrate")
    throw UsageError("the runs of a calibration have no answer of their own: the same 'calibrate' with " +
                     wanted.file + " prints it again, and runs nothing twice");
  const Scenario scenario = scenario_of(call, wanted);
  const CallPoints points = points_of_call(call.verb, scenario);
  if (call.verb == "probe") return print_probe(scenario, points, database, call, form, streams);
  return report_call(scenario, points, database, call, form, streams);
}

}  // namespace headrace
