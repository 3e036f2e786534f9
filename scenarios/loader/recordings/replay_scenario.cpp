#include "scenarios/loader/recordings/replay_scenario.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "models/jobs/replay/replay_spec.h"
#include "scenarios/loader/fields/field_writer.h"
#include "scenarios/loader/read/merged_scenario.h"
#include "scenarios/loader/recordings/recording_file.h"

namespace headrace {

namespace {

// Reads a platform, whatever else is missing.
ClusterSpec platform_of(const std::string& platform, const std::string& scenario_file, Problems& problems) {
  FileFinder files(FileFinder::Disk::yes);
  const std::string text =
      "schema: headrace/1\nname: replay\nplatform: {include: " + yaml_text(platform) + "}\n";
  const auto source = std::make_shared<const SourceText>(SourceText{scenario_file, text});
  files.place(source, FileFinder::File{scenario_file, scenario_file, {}});
  const auto found = files.locate(platform, Mark{source}, problems);
  if (!found) return {};
  Problems ignored;  // Without a job it is no scenario; what is wrong with the platform the run tells.
  const auto merged = MergedScenario::parse(
      "schema: headrace/1\nname: replay\nplatform: {include: " + yaml_text(found->path) + "}\n",
      scenario_file, {}, files, ignored);
  return merged ? merged->read({}, ignored).scenario.platform : ClusterSpec();
}

}  // namespace

PlatformChoice choose_places(const ReplayWish& wish, const std::string& scenario_file, Problems& problems) {
  PlatformChoice choice;
  choice.group = wish.group;
  choice.storage = wish.storage;
  const ClusterSpec platform = platform_of(wish.platform, scenario_file, problems);
  if (problems.has_errors()) return choice;
  if (platform.nodes.empty() || platform.file_systems.empty()) {
    const auto source = std::make_shared<const SourceText>(SourceText{wish.platform, {}});
    problems.add(Mark{source}, "E0740", "the file has no nodes or no file systems, so it is no platform")
        .with_help("a platform is what scenarios/platforms/ has, or what `headrace import` makes");
    return choice;
  }
  if (choice.group.empty()) {
    choice.group = platform.nodes.front().first;
    if (platform.nodes.size() > 1)
      choice.choices.push_back("nodes of the group " + choice.group + " (--group)");
  }
  if (choice.storage.empty()) {
    const auto is_shared = [](const auto& store) {
      return store.second.given() != std::vector<std::string_view>{"local"};
    };
    const auto found = std::find_if(platform.file_systems.begin(), platform.file_systems.end(), is_shared);
    choice.storage =
        found == platform.file_systems.end() ? platform.file_systems.front().first : found->first;
    if (platform.file_systems.size() > 1)
      choice.choices.push_back("the file system " + choice.storage + " (--storage)");
  }
  for (const auto& [name, spec] : platform.nodes) {
    if (name != choice.group) continue;
    choice.nodes = spec.count;
    choice.accelerators = spec.accelerators;
    choice.memory = spec.memory;
  }
  for (const auto& [name, spec] : platform.file_systems)
    if (name == choice.storage && !spec.given().empty()) choice.store = spec.given().front();
  return choice;
}

ReplayScenario replay_scenario(const ReplayWish& wish, const std::string& recording_path,
                               const std::string& scenario_file, Problems& problems) {
  ReplayScenario made;
  const std::int64_t hosts = count_hosts(recording_path);
  PlatformChoice choice = choose_places(wish, scenario_file, problems);
  if (problems.has_errors()) return made;
  made.choices = std::move(choice.choices);
  std::int64_t nodes = wish.nodes;
  if (nodes == 0) {
    nodes = hosts * wish.copies;
    if (choice.nodes > 0) nodes = std::min(nodes, choice.nodes);
    made.choices.push_back(std::to_string(nodes) + (nodes == 1 ? " node" : " nodes") +
                           ", as many as the recording has hosts and the platform has nodes (--nodes)");
  }
  made.text = "schema: headrace/1\nname: " +
              yaml_text("replay of " + std::filesystem::path(recording_path).stem().string()) +
              "\nplatform: {include: " + yaml_text(wish.platform) +
              "}\njobs:\n  replay:\n    replay:\n      recording: " + yaml_text(wish.recording) +
              "\n      pace: " + wish.pace + "\n";
  if (wish.copies != 1) made.text += "      copies: " + std::to_string(wish.copies) + "\n";
  made.text += "    nodes: {group: " + yaml_text(choice.group) + ", count: " + std::to_string(nodes) +
               "}\n    storage: " + yaml_text(choice.storage) + "\n";
  return made;
}

}  // namespace headrace
