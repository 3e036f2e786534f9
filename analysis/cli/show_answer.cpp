#include "analysis/cli/show_answer.h"

#include <nlohmann/json.hpp>

#include "analysis/cli/call_report.h"
#include "analysis/cli/validation_report.h"
#include "analysis/cli/wanted_call.h"
#include "analysis/page/json.h"
#include "analysis/results/reader.h"

namespace headrace {

namespace {

std::string call_named(Database& database, const WantedCall& wanted) {
  if (const auto call = find_call(database, wanted)) return *call;
  if (!wanted.run)
    throw UsageError(wanted.file +
                     " holds no call of 'run', 'probe' or 'validate'; the points of a sweep are shown by: "
                     "headrace query " +
                     wanted.file + " points");
  throw UsageError(
      wanted.run_text() +
      " is of a sweep, of a plan, or of an older headrace, and was not kept whole: run its scenario "
      "again to have an answer");
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

ExitCode print_validation(const StoredCall& call, Database& database, const WantedCall& wanted,
                          const AnswerForm& form, const Streams& streams) {
  const MeasuredRows read = table_of_call(call, wanted.file);
  ExitCode code = ExitCode::ok;
  print_validations({judged_set(call.name, read, database, call.hash, streams, code)}, call.revision, form,
                    streams);
  return code;
}

}  // namespace

ExitCode show_answer(const std::string& where, const AnswerForm& form, const Streams& streams) {
  const WantedCall wanted = wanted_call(where);
  ResultReader reader(wanted.file);
  Database& database = reader.database();
  const StoredCall call = read_call(database, call_named(database, wanted));
  if (call.first_run == 0)
    throw UsageError("the last call in " + wanted.file + " was cut before it had simulated anything");
  if (call.verb == "validate") return print_validation(call, database, wanted, form, streams);
  if (call.verb == "calibrate")
    throw UsageError("the runs of a calibration have no answer of their own: the same 'calibrate' with " +
                     wanted.file + " prints it again, and runs nothing twice");
  const Scenario scenario = scenario_of_call(call, wanted.file);
  const CallPoints points = points_of_call(call.verb, scenario);
  if (call.verb == "probe") return print_probe(scenario, points, database, call, form, streams);
  return report_call(scenario, points, database, call, form, streams);
}

}  // namespace headrace
