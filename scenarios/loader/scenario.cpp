#include "scenarios/loader/scenario.h"

#include <limits>
#include <memory>

#include "scenarios/loader/assertion.h"
#include "scenarios/loader/checks.h"
#include "scenarios/loader/document.h"
#include "scenarios/loader/field_reader.h"
#include "scenarios/loader/includes.h"
#include "scenarios/loader/job_workloads.h"
#include "scenarios/loader/overrides.h"
#include "scenarios/loader/reading.h"

namespace headrace {
namespace {

constexpr std::string_view kSchemas[] = {"headrace/1"};
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

// Includes that an override names are followed like those of the text.
void merge_files_and_overrides(Tree& root, const std::vector<std::string>& overrides, FileFinder& files,
                               Problems& problems) {
  const std::vector<Override> changes = parse_overrides(overrides, problems);
  for (const Override& change : changes) {
    if (change.is_include()) apply_override(root, change, problems);
  }
  resolve_includes(root, files, problems);
  for (const Override& change : changes) {
    if (!change.is_include()) apply_override(root, change, problems);
  }
  if (!changes.empty()) resolve_includes(root, files, problems);
}

std::string origin(const Mark& mark) {
  if (mark.source == nullptr) return {};
  const bool command_line = mark.source->file == "command line";
  return command_line ? mark.source->file : mark.source->file + ":" + std::to_string(mark.line);
}

void check(Scenario& scenario, const Places& places, Problems& problems) {
  check_platform(scenario, places, problems);
  check_jobs(scenario, places, problems);
  parse_assertions(scenario, places, problems);
}

}  // namespace

void MeasureSpec::visit(Fields& f) {
  f.integer({"replications", "runs with seeds of their own, for an interval"}, replications, 1, 100'000);
  f.choice({"fidelity", "how finely transfers are modelled: request follows each RPC"}, fidelity,
           kFidelities);
  f.duration({"simulated_time_limit", "a run ends here, in simulated time"}, simulated_time_limit,
             Duration::nanoseconds(1), Duration::max());
  f.integer({"event_limit", "a run ends after this many events; -1: never"}, event_limit, -1, kMostSeed);
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
  f.texts({"assert", "what must hold, such as jobs.train.au_percent >= 90; else the exit code is 1"},
          assertion_texts);
}

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files) {
  ScenarioRead read;
  Problems& problems = read.problems;
  Tree root = parse_document(text, file, problems);
  if (root.kind == Tree::Kind::null) return read;
  files.place(root.mark.source, {file, file, {}});
  if (root.kind == Tree::Kind::map && !check_schema(root, true, problems)) return read;
  merge_files_and_overrides(root, overrides, files, problems);

  Scenario scenario;
  scenario.file = file;
  FieldReader reader(root, problems);
  scenario.visit(reader);
  reader.finish();
  check(scenario, reader.places(), problems);
  read_workloads(scenario, reader.places(), files, problems);
  problems.sort_by_position();
  if (problems.has_errors()) return read;
  for (const auto& [path, mark] : reader.places()) scenario.origins.emplace(path, origin(mark));
  read.scenario = std::move(scenario);
  return read;
}

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides) {
  FileFinder files(FileFinder::Disk::yes);
  return read_scenario(text, file, overrides, files);
}

ScenarioRead read_scenario_file(const std::string& path, const std::vector<std::string>& overrides) {
  ScenarioRead read;
  const auto source = std::make_shared<const SourceText>(SourceText{path, {}});
  const auto file = FileFinder::read(path, Mark{source}, read.problems);
  return file ? read_scenario(file->text, path, overrides) : read;
}

}  // namespace headrace
