#include "analysis/cli/wanted_call.h"

#include "analysis/errors.h"
#include "analysis/results/reader.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

WantedCall wanted_call(const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const std::string number = colon == std::string::npos ? "" : word.substr(colon + 1);
  const bool digits =
      !number.empty() && number.size() < 18 && number.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) return {word, std::nullopt};
  return {word.substr(0, colon), std::stoll(number)};
}

std::optional<std::string> find_call(Database& database, const WantedCall& wanted) {
  if (!wanted.run) return last_call(database);
  if (!find_run(database, *wanted.run)) throw UsageError("there is no " + wanted.run_text());
  return call_of_run(database, *wanted.run);
}

Scenario scenario_of_call(const StoredCall& call, const std::string& file) {
  ScenarioRead read = read_scenario(call.resolved_text, file);
  if (!read.scenario)
    throw InputError(file + ": the scenario of the call is none for this headrace, but for " + call.revision +
                     ":\n" + read.problems.text(false));
  return *std::move(read.scenario);
}

MeasuredRows table_of_call(const StoredCall& call, const std::string& file) {
  MeasuredRows read = read_measured_rows(call.resolved_text, file);
  if (read.problems.has_errors())
    throw InputError(file + ": the table of the call is none for this headrace, but for " + call.revision +
                     ":\n" + read.problems.text(false));
  return read;
}

}  // namespace headrace
