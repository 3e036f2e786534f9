#include "scenarios/loader/scenario.h"

#include <limits>
#include <memory>

#include "scenarios/loader/arms.h"
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
void merge_files_and_overrides(Tree& root, const std::vector<Override>& changes, FileFinder& files,
                               Problems& problems) {
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

// One text, read as often as there are arms.
class ScenarioReader {
 public:
  ScenarioReader(std::string_view text, std::string file, FileFinder& files)
      : text_(text), file_(std::move(file)), files_(files) {}

  struct Read {
    Scenario scenario;
    Places places;
  };
  // Nothing where the text is no scenario at all; else whatever could be read, with problems or without.
  std::optional<Read> read(const std::vector<Override>& changes, bool as_arm, Problems& problems) {
    Tree root = parse_document(text_, file_, problems);
    if (root.kind == Tree::Kind::null) return {};
    files_.place(root.mark.source, {file_, file_, {}});
    if (root.kind == Tree::Kind::map && !check_schema(root, true, problems)) return {};
    merge_files_and_overrides(root, changes, files_, problems);
    // What compares and judges arms is no part of one.
    if (as_arm)
      std::erase_if(root.entries,
                    [](const Tree::Entry& entry) { return entry.key == "compare" || entry.key == "assert"; });

    Read read;
    Scenario& scenario = read.scenario;
    scenario.file = file_;
    FieldReader reader(root, problems);
    scenario.visit(reader);
    reader.finish();
    read.places = reader.places();
    check_platform(scenario, read.places, problems);
    check_jobs(scenario, read.places, problems);
    check_node_sets(scenario, read.places, problems);
    check_disturbances(scenario, read.places, problems);
    parse_assertions(scenario, read.places, problems);
    read_workloads(scenario, read.places, files_, problems);
    check_policies(scenario, read.places, problems);
    check_published(scenario, read.places, problems);
    for (const auto& [path, mark] : read.places) scenario.origins.emplace(path, origin(mark));
    return read;
  }

 private:
  std::string_view text_;
  std::string file_;
  FileFinder& files_;
};

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
  f.texts({"assert", "what must hold, such as jobs.train.au_percent >= 90; else the exit code is 1"},
          assertion_texts);
}

ScenarioRead read_scenario(std::string_view text, const std::string& file,
                           const std::vector<std::string>& overrides, FileFinder& files) {
  ScenarioRead read;
  Problems& problems = read.problems;
  const std::vector<Override> changes = parse_overrides(overrides, problems);
  ScenarioReader reader(text, file, files);
  std::optional<ScenarioReader::Read> base = reader.read(changes, false, problems);
  if (!base) return read;
  const auto read_arm = [&](const std::vector<Override>& of_arm, Problems& found) {
    std::vector<Override> all = changes;
    all.insert(all.end(), of_arm.begin(), of_arm.end());
    std::optional<ScenarioReader::Read> arm = reader.read(all, true, found);
    return found.has_errors() || !arm ? std::nullopt : std::optional(std::move(arm->scenario));
  };
  read_arms(base->scenario, base->places, read_arm, problems);
  check_assertions(base->scenario, base->places, problems);
  problems.sort_by_position();
  if (problems.has_errors()) return read;
  add_jobs_alone(base->scenario);
  read.scenario = std::move(base->scenario);
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
