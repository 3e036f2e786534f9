#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/cli/verbs.h"
#include "analysis/page/json.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "scenarios/loader/fields/json_schema.h"
#include "scenarios/loader/fields/reference.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

namespace {

// One topic as text; throws UsageError where there is nothing under that name.
std::string found_or_throw(const ReferenceText& reference) {
  if (!reference.found) throw UsageError(reference.text);
  return reference.text;
}

std::string reference_text(const Arguments& arguments) {
  if (arguments.topic == "fields") return found_or_throw(fields_reference(arguments.detail));
  if (arguments.topic == "codes") return found_or_throw(codes_reference(arguments.detail));
  if (arguments.topic == "models") return models_reference();
  if (arguments.topic == "units") return units_reference();
  return scenario_json_schema();
}

// Each arm in place of the scenario that compares: a document of its own, which is a scenario again.
std::string arms_text(const Scenario& scenario) {
  std::string text;
  for (const Scenario& arm : scenario.arms) {
    Scenario shown = arm;
    shown.assertion_texts = assertions_of_arm(scenario, arm.arm);
    if (const auto origin = scenario.origins.find("assert"); origin != scenario.origins.end())
      shown.origins.insert(*origin);
    text += (text.empty() ? "# arm " : "---\n# arm ") + arm.arm + "\n" + write_scenario(shown, true);
  }
  return text;
}

std::string scenario_text(const Arguments& arguments, const Scenario& scenario) {
  if (arguments.topic == "hash") return scenario_hash(scenario);
  return scenario.arms.empty() ? write_scenario(scenario, true) : arms_text(scenario);
}

// Of a result database the hash is over what it says. One whose first bytes are gone has still its name.
bool is_database(const std::string& path) {
  if (path.ends_with(".db")) return true;
  char start[16] = {};
  return std::ifstream(path, std::ios::binary).read(start, sizeof start) &&
         std::string_view(start, sizeof start) == std::string_view("SQLite format 3\0", sizeof start);
}

}  // namespace

ExitCode show_verb(const Arguments& arguments, const Streams& streams) {
  if (arguments.topic == "answer") return show_answer(arguments, streams);
  std::string text;
  if (arguments.scenarios.empty()) {
    text = reference_text(arguments);
  } else if (arguments.topic == "hash" && is_database(arguments.scenarios.front())) {
    if (!arguments.overrides.empty())
      throw UsageError(arguments.scenarios.front() + " is a result database, of which '" +
                       arguments.overrides.front() + "' changes nothing");
    text = content_hash(ResultReader(arguments.scenarios.front()).database());
  } else {
    const ScenarioRead read = read_scenario_file(arguments.scenarios.front(), arguments.overrides);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) return ExitCode::usage;
    text = scenario_text(arguments, *read.scenario);
  }
  if (arguments.json && arguments.topic != "schema") {
    const nlohmann::ordered_json tree = {
        {"schema", "headrace.show/1"}, {"topic", arguments.topic}, {"text", text}};
    text = json_text(tree);
  }
  if (!text.ends_with('\n')) text += '\n';
  streams.out.write(text);
  return ExitCode::ok;
}

}  // namespace headrace
