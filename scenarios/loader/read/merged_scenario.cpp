#include "scenarios/loader/read/merged_scenario.h"

#include <algorithm>

#include "scenarios/loader/dlio/dlio_overrides.h"
#include "scenarios/loader/fields/field_checker.h"
#include "scenarios/loader/fields/field_reader.h"
#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/read/asserted_figures.h"
#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/read/doubts.h"
#include "scenarios/loader/read/estimate.h"
#include "scenarios/loader/read/file_kinds.h"
#include "scenarios/loader/read/includes.h"
#include "scenarios/loader/read/job_workloads.h"
#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

bool includes_file(const Override& change) { return change.is_include(); }

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

void remove_keys(Tree& map, const std::vector<std::string_view>& keys) {
  std::erase_if(map.entries, [&](const Tree::Entry& entry) {
    return std::find(keys.begin(), keys.end(), entry.key) != keys.end();
  });
}

// Overrides that the command line or an arm adds are meant to change what those of the text say.
void doubt_overrides_of_text(const Tree& root, Problems& problems) {
  const Tree::Entry* jobs = root.find("jobs");
  if (jobs == nullptr) return;
  for (const Tree::Entry& job : jobs->value.entries) {
    const Tree::Entry* overrides = job.value.find("overrides");
    if (overrides == nullptr) continue;
    std::vector<std::string> texts;
    std::vector<Mark> marks;
    for (const Tree& item : overrides->value.items) {
      texts.push_back(item.scalar);
      marks.push_back(item.mark);
    }
    doubt_repeated_overrides(texts, marks, problems);
  }
}

std::string origin(const Mark& mark) {
  if (mark.source == nullptr) return {};
  const bool command_line = mark.source->file == "command line";
  return command_line ? mark.source->file : mark.source->file + ":" + std::to_string(mark.line);
}

}  // namespace

std::optional<MergedScenario> MergedScenario::parse(std::string_view text, const std::string& file,
                                                    const std::vector<Override>& changes,
                                                    const FileFinder& files, Problems& problems) {
  Tree root = parse_document(text, file, problems);
  if (root.kind == Tree::Kind::null || report_other_kind_of_file(root, file, problems)) return {};
  MergedScenario merged(std::move(root), file, changes, files);
  merged.workload_files_ = make_workload_files();
  merged.files_.place(merged.text_.mark.source, {file, file, {}});
  if (merged.text_.kind == Tree::Kind::map && !check_schema(merged.text_, true, problems)) return {};
  doubt_overrides_of_text(merged.text_, problems);
  merged.merged_ = merged.text_;
  merge_files_and_overrides(merged.merged_, changes, merged.files_, problems);
  return merged;
}

MergedScenario MergedScenario::without(std::vector<std::string_view> keys) const {
  MergedScenario rest = *this;
  rest.without_.insert(rest.without_.end(), keys.begin(), keys.end());
  remove_keys(rest.merged_, keys);
  return rest;
}

Tree MergedScenario::merged_with(const std::vector<Override>& more, std::optional<FileFinder>& files,
                                 Problems& problems) const {
  if (std::none_of(more.begin(), more.end(), includes_file)) {
    Tree root = merged_;
    bool may_include = false;
    for (const Override& change : more) {
      apply_override(root, change, problems);
      may_include |= change.value.kind != Tree::Kind::scalar;
    }
    if (may_include) resolve_includes(root, files.emplace(files_), problems);
    return root;
  }
  // What a file brings stands below every override, so all of them are applied again.
  Tree root = text_;
  std::vector<Override> all = changes_;
  all.insert(all.end(), more.begin(), more.end());
  merge_files_and_overrides(root, all, files.emplace(files_), problems);
  remove_keys(root, without_);
  return root;
}

MergedScenario::Read MergedScenario::read(const std::vector<Override>& changes, Problems& problems) const {
  std::optional<FileFinder> own_files;
  const Tree root = merged_with(changes, own_files, problems);
  const FileFinder& files = own_files ? *own_files : files_;
  Read read;
  Scenario& scenario = read.scenario;
  scenario.file = file_;
  FieldReader reader(root, problems, find_stray);
  scenario.visit(reader);
  reader.finish();
  read.places = reader.places();
  check_platform(scenario, read.places, problems);
  FieldChecker checker(read.places, problems, scenario.platform, reason_without_alone(scenario));
  checker.group(Field{"platform", ""}, scenario.platform);
  check_jobs(scenario, read.places, problems);
  check_node_sets(scenario, read.places, problems);
  check_peer_ports(scenario, read.places, problems);
  if (read.places.contains("platform")) scenario.disturbances.visit(checker);
  read_workloads(scenario, read.places, files, problems, workload_files_.get());
  parse_assertions(scenario, read.places, problems);
  checker.map(Field{"jobs", ""}, scenario.jobs);
  check_restarts(scenario, read.places, problems);
  check_disturbances(scenario, read.places, problems);
  check_space(scenario, read.places, problems);
  check_until(scenario, read.places, problems);
  doubt_hardware(scenario, read.places, problems);
  check_estimate(scenario, read.places, problems);
  for (const auto& [path, mark] : read.places) scenario.origins.emplace(path, origin(mark));
  return read;
}

}  // namespace headrace
