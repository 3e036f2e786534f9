#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/show_answer.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/page/profile_page.h"
#include "analysis/results/content_hash.h"
#include "analysis/results/reader.h"
#include "scenarios/loader/fields/json_schema.h"
#include "scenarios/loader/fields/reference.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/recordings/recording_file.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

namespace {

// Returns one topic as text; throws UsageError where there is nothing under that name.
std::string found_or_throw(const ReferenceText& reference) {
  if (!reference.found) throw UsageError(reference.text);
  return reference.text;
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

// Tells whether a file is a result database, of which the hash is over what it says. One whose first bytes
// are gone has still its name.
bool is_database(const std::string& path) {
  if (path.ends_with(".db")) return true;
  char start[16] = {};
  return std::ifstream(path, std::ios::binary).read(start, sizeof start) &&
         std::string_view(start, sizeof start) == std::string_view("SQLite format 3\0", sizeof start);
}

constexpr std::string_view kTopics[] = {"answer", "recording", "config", "hash", "fields",
                                        "models", "schema",    "codes",  "units"};
constexpr const char* kTopicList = " (answer, recording, config, hash, fields, models, schema, codes, units)";

class ShowVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::string reference_text() const;
  std::string scenario_text(const Scenario& scenario) const;

  std::vector<std::string> words_;
  std::string topic_;
  std::string detail_;       // Of the answer, fields and codes; may be empty of the last two.
  ScenarioWords scenarios_;  // Of the config and the hash.
  AnswerForm form_;
};

void ShowVerb::declare(Options& options) {
  options.words("topic", words_,
                "answer RESULT.db[:RUN]: what the last `run` or `probe` said,\nor that of a run\n"
                "recording FILE: sizes, order and time of accesses, as Darshan has them\n"
                "config SCENARIO [KEY.PATH=VALUE]: resolved, with origins, arm by arm\n"
                "hash SCENARIO [KEY.PATH=VALUE]: 64 bits over the resolved scenario\n"
                "hash RESULT.db: 64 bits over what was found, not over when\n"
                "fields [PATH]: fields with unit, default, bounds, source and meaning\n"
                "fields WORD: those that have the word in path or meaning, a line each\n"
                "models: what can be modelled, and the parameters\n"
                "schema: the scenario format as a JSON Schema, for editors\n"
                "codes [CODE]: what the codes of problems mean\n"
                "units: the units that quantities are written in",
                "[WORD]");
  options.footer("Example:\n  headrace show fields jobs.train.layout\n  headrace show fields stripe");
  form_.declare(options);
}

void ShowVerb::finish() {
  if (words_.empty()) throw UsageError(std::string("'show' needs a topic") + kTopicList);
  topic_ = words_.front();
  words_.erase(words_.begin());
  if (std::find(std::begin(kTopics), std::end(kTopics), topic_) == std::end(kTopics))
    throw UsageError("there is nothing to show under '" + topic_ + "'" + suggestion(topic_, kTopics) +
                     kTopicList);
  if (topic_ == "config" || topic_ == "hash") {
    scenarios_.words = words_;
    return scenarios_.finish_one("show " + topic_);
  }
  const bool answer = topic_ == "answer", recording = topic_ == "recording";
  if (recording && words_.empty())
    throw UsageError("'show recording' needs a recording, which `headrace import` makes of a trace: FILE");
  if (answer && words_.empty())
    throw UsageError("'show answer' needs a result database, or one of its runs: FILE.db:RUN");
  const std::size_t most = answer || recording || topic_ == "fields" || topic_ == "codes" ? 1 : 0;
  if (words_.size() > most)
    throw UsageError("'" + words_[most] + "' is one word too many for 'show " + topic_ + "'");
  if (!words_.empty()) detail_ = words_.front();
}

std::string ShowVerb::reference_text() const {
  if (topic_ == "fields") return found_or_throw(fields_reference(detail_));
  if (topic_ == "codes") return found_or_throw(codes_reference(detail_));
  if (topic_ == "models") return models_reference();
  if (topic_ == "units") return units_reference();
  return scenario_json_schema();
}

std::string ShowVerb::scenario_text(const Scenario& scenario) const {
  if (topic_ == "hash") return scenario_hash(scenario);
  return scenario.arms.empty() ? write_scenario(scenario, true) : arms_text(scenario);
}

ExitCode ShowVerb::run(const Streams& streams) {
  if (topic_ == "answer") return show_answer(detail_, form_, streams);
  if (topic_ == "recording") {
    const RecordingProfile profile = profile_of(read_recording(detail_).recording);
    streams.out.write(form_.json ? json_text(profile_tree(profile))
                                 : profile_report(profile, detail_, Style(streams.out_colour())));
    return ExitCode::ok;
  }
  std::string text;
  if (scenarios_.files.empty()) {
    text = reference_text();
  } else if (topic_ == "hash" && is_database(scenarios_.file())) {
    if (!scenarios_.overrides.empty())
      throw UsageError(scenarios_.file() + " is a result database, of which '" +
                       scenarios_.overrides.front() + "' changes nothing");
    text = content_hash(ResultReader(scenarios_.file()).database());
  } else {
    const ScenarioRead read = read_scenario_file(scenarios_.file(), scenarios_.overrides);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) return ExitCode::usage;
    text = scenario_text(*read.scenario);
  }
  if (form_.json && topic_ != "schema") {
    const nlohmann::ordered_json tree = {{"schema", "headrace.show/1"}, {"topic", topic_}, {"text", text}};
    text = json_text(tree);
  }
  if (!text.ends_with('\n')) text += '\n';
  streams.out.write(text);
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> show_verb() { return std::make_unique<ShowVerb>(); }

}  // namespace headrace
