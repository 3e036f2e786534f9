#include "scenarios/loader/init/first_scenario.h"

#include <algorithm>
#include <filesystem>

#include "scenarios/loader/fields/field_writer.h"
#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/imported_platform.h"
#include "scenarios/loader/init/first_job.h"
#include "scenarios/loader/init/ranked_gaps.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/recordings/replay_scenario.h"
#include "scenarios/loader/text/letters.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "# A first scenario, begun by `headrace init`";
constexpr std::string_view kShippedPlatform = "platforms/clusterstor-e1000-slingshot.yaml";
constexpr std::int64_t kNodesOfShipped = 8;  // Nodes that a run on a shipped platform has at most.
constexpr std::string_view kNoRest = "E0373", kStalls = "W0005";

std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) lines += "  " + std::string(take_line(text)) + "\n";
  return lines;
}

// Marks each guess of a text.
std::string with_guesses(std::string text) {
  const std::string tag = "# [assumed]", guess = "# guess: [assumed]";
  for (std::size_t at = text.find(tag); at != std::string::npos; at = text.find(tag, at + guess.size()))
    text.replace(at, tag.size(), guess);
  return text;
}

// Says whether anything is known of a node that a platform's is to have in place of its own.
bool is_node_known(const DescribedHosts& node, std::int64_t nodes) {
  const bool has_more = node.count && node.count->value > static_cast<double>(nodes);
  return has_more || node.cores || node.memory || node.accelerators || node.ports.bandwidth;
}

template <class Entry>
void append(std::vector<Entry>& to, const std::vector<Entry>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

class ScenarioMaker {
 public:
  ScenarioMaker(const Evidence& evidence, const FirstScenarioWish& wish) : evidence_(evidence), wish_(wish) {}

  FirstScenario make();

 private:
  void make_machine();
  void take_description(AssembledSystem& machine);
  void take_shipped(const AssembledSystem& machine);
  // Write what was read of the nodes, and of a Lustre, over what the platform has.
  static void write_known_nodes(const AssembledSystem& machine, const PlatformChoice& choice,
                                PlatformLines& lines);
  static void write_known_lustre(const AssembledSystem& machine, const PlatformChoice& choice,
                                 PlatformLines& lines);
  void take_lines(const PlatformLines& lines);
  std::string whole_text(bool until) const;
  std::string summary() const;
  bool settle();
  bool add_job();

  const Evidence& evidence_;
  const FirstScenarioWish& wish_;
  FirstScenario made_;
  JobGround ground_;
  std::string platform_, job_;
};

void ScenarioMaker::take_lines(const PlatformLines& lines) {
  append(made_.values, lines.values());
  append(made_.gaps, lines.gaps());
  made_.counts.read += lines.counts().read;
  made_.counts.derived += lines.counts().derived;
  made_.counts.assumed += lines.counts().assumed;
}

void ScenarioMaker::take_description(AssembledSystem& machine) {
  DescriptionRead read;
  read.system = machine.system;
  ImportRead import = import_description(std::move(read), machine.asked);
  made_.problems.absorb(import.problems, "");
  if (!import.platform) return;
  const ImportedPlatform& platform = *import.platform;
  platform_ = "platform:\n" + indented(platform.body);
  append(made_.values, platform.values);
  append(made_.gaps, platform.gaps);
  append(made_.not_taken, platform.not_taken);
  made_.counts = platform.counts;
  ground_.group = platform.groups.front();
  ground_.storage = platform.storage;
  ground_.is_lustre = platform.storage == "lustre";
  if (machine.node.count) ground_.nodes = *machine.node.count;
  if (machine.node.memory) ground_.memory = machine.node.memory->value;
  if (machine.node.accelerators && machine.node.accelerators->value >= 1)
    ground_.accelerators = machine.node.accelerators;
}

void ScenarioMaker::write_known_nodes(const AssembledSystem& machine, const PlatformChoice& choice,
                                      PlatformLines& lines) {
  const DescribedHosts& node = machine.node;
  const auto count = [&](const char* key, const std::optional<ToldValue>& told) {
    if (told) lines.count(key, told, "", "how many there are is not said");
  };
  lines.open("nodes");
  lines.open(yaml_text(choice.group));
  if (node.count && node.count->value > static_cast<double>(choice.nodes)) count("count", node.count);
  count("cores", node.cores);
  if (node.memory) lines.bytes("memory", node.memory, "", "");
  count("accelerators", node.accelerators);
  if (node.ports.bandwidth) {
    lines.open("nic");
    if (node.ports.count) count("ports", node.ports.count);
    lines.value("bandwidth", port_text(node.ports.bandwidth->value), node.ports.bandwidth->origin);
    lines.close();
  }
  lines.close();
  lines.close();
}

void ScenarioMaker::write_known_lustre(const AssembledSystem& machine, const PlatformChoice& choice,
                                       PlatformLines& lines) {
  const bool has_lustre = !machine.targets.empty() || !machine.metadata.empty() || !machine.client.empty();
  if (choice.store != "lustre" || !has_lustre) return;
  lines.open("file_systems");
  lines.open(yaml_text(choice.storage));
  lines.open("lustre");
  for (const auto& [name, values] : {std::pair("ost", &machine.targets), std::pair("mds", &machine.metadata),
                                     std::pair("client", &machine.client)}) {
    if (values->empty()) continue;
    lines.open(name);
    for (const ToldText& value : *values) lines.value(value.field, value.text, value.origin);
    lines.close();
  }
  for (int level = 0; level < 3; ++level) lines.close();
}

void ScenarioMaker::take_shipped(const AssembledSystem& machine) {
  const bool is_asked = !wish_.platform.empty();
  ReplayWish places;
  places.platform = is_asked ? platform_path(wish_.platform, wish_.file) : std::string(kShippedPlatform);
  const PlatformChoice choice = choose_places(places, wish_.file, made_.problems);
  if (made_.problems.has_errors()) return;
  made_.platform = places.platform;
  PlatformLines lines("platform", 1);
  if (is_asked)
    lines.value("include", yaml_text(places.platform), {OriginTag::read, "--platform"});
  else
    lines.assume("include", yaml_text(places.platform),
                 {OriginTag::assumed, "a platform that comes with headrace, for want of one of yours"},
                 "no file tells of a storage");
  if (is_node_known(machine.node, choice.nodes)) write_known_nodes(machine, choice, lines);
  write_known_lustre(machine, choice, lines);
  platform_ = "platform:\n" + lines.text();
  take_lines(lines);
  ground_.group = choice.group;
  ground_.storage = choice.storage;
  ground_.is_lustre = choice.store == "lustre";
  ground_.memory =
      machine.node.memory ? machine.node.memory->value : static_cast<double>(choice.memory.count());
  ground_.accelerators = machine.node.accelerators;
  if (!ground_.accelerators && choice.accelerators > 0)
    ground_.accelerators = ToldValue{static_cast<double>(choice.accelerators),
                                     {OriginTag::assumed, "as many as the platform's nodes have"}};
  if (machine.node.count)
    ground_.nodes = *machine.node.count;
  else
    ground_.nodes = {static_cast<double>(std::clamp<std::int64_t>(choice.nodes, 1, kNodesOfShipped)),
                     {OriginTag::assumed, "those that the platform has, 8 at most"}};
  for (const std::string& sentence : choice.choices)
    made_.gaps.push_back({"jobs.train", "the platform has several", sentence});
}

void ScenarioMaker::make_machine() {
  const bool is_shipped = !wish_.platform.empty();
  AssembledSystem machine = assemble_system(evidence_, {wish_.store, wish_.nodes, is_shipped});
  if (machine.system)
    take_description(machine);
  else
    take_shipped(machine);
  append(made_.gaps, machine.gaps);
  made_.contradictions = machine.contradictions;
  append(made_.not_taken, machine.not_taken);
  if (!machine.system && machine.node.drives && !is_shipped)
    made_.not_taken.push_back({"drives of the node", "the job's data are not on them"});
  ground_.layout = machine.layout;
  ground_.accelerator = machine.accelerator;
  ground_.file = wish_.file;
}

// Returns the list of what was read, guessed and contradicted, as comments.
std::string ScenarioMaker::summary() const {
  std::string text = "\n# What was read:\n";
  const auto add = [&](const std::string& line) { text += "# - " + comment_words(line, 300) + "\n"; };
  for (const ImportedValue& value : made_.values)
    if (value.origin.tag != OriginTag::assumed)
      add(value.field + ": " + value.text + "; " + origin_text(value.origin));
  text += "# What was guessed, and what stands there:\n";
  for (const ImportGap& gap : made_.gaps) add(gap.field + ": " + gap.lacking + "; " + gap.stands);
  text += "# The guesses that matter most, and what would tell them:\n";
  for (const RankedGap& gap : ranked_gaps(made_.gaps))
    add(gap.gap.field + ": " + gap.gap.stands + "; " + gap.advice);
  if (!made_.contradictions.empty()) text += "# What contradicts each other:\n";
  for (const Contradiction& two : made_.contradictions)
    add(two.what + ": " + two.believed + " is believed, and not " + two.other + ": " + two.why);
  if (!made_.not_taken.empty()) text += "# What was not taken:\n";
  for (const NotTaken& note : made_.not_taken) add(note.place + ": " + note.why);
  return text;
}

std::string ScenarioMaker::whole_text(bool until) const {
  std::string files;
  for (const KnownFile& file : evidence_.files)
    files += (files.empty() ? "" : ", ") + comment_words(fs::path(file.path).filename().string()) + " (" +
             file.kind + ")";
  std::string text =
      std::string(kHead) + (files.empty() ? "" : " of " + files) +
      ".\n# [read] stands in a file, [derived] follows from it; a guess is [assumed], with its reason.\n";
  text +=
      "schema: headrace/1\nname: a first scenario\nquestion: How busy are the accelerators, and what do they "
      "wait for?\n" +
      platform_ + job_ + "measure:\n  replications: 1\n";
  if (until)
    text +=
        "  until: {half_width: 0.005}   # [assumed] an epoch ends once a step's mean time is known within "
        "0.5 %\n";
  return with_guesses(text) + summary();
}

// Keeps the text that can be read: with ends of steady epochs where the job allows them. Says whether a run
// of it would stall, as ranks get different numbers of steps.
bool ScenarioMaker::settle() {
  for (const bool until : {true, false}) {
    if (until && !ground_.trains) continue;
    made_.text = whole_text(until);
    const ScenarioRead read = read_scenario(made_.text, wish_.file);
    const auto has = [&](std::string_view code) {
      const std::span<const Problem> all = read.problems.all();
      return std::any_of(all.begin(), all.end(),
                         [&](const Problem& problem) { return problem.code == code; });
    };
    if (until && has(kNoRest)) continue;
    if (!read.scenario) made_.problems.absorb(read.problems, "");
    return has(kStalls);
  }
  return false;
}

// Adds the job to the machine; says whether a run would stall.
bool ScenarioMaker::add_job() {
  const FirstJob job = first_job(evidence_, ground_);
  job_ = job.text;
  take_lines(job.lines);
  append(made_.gaps, job.gaps);
  append(made_.not_taken, job.not_taken);
  append(made_.contradictions, job.contradictions);
  made_.problems.absorb(job.problems, "");
  return !made_.problems.has_errors() && settle();
}

FirstScenario ScenarioMaker::make() {
  make_machine();
  if (made_.problems.has_errors()) return std::move(made_);
  made_.storage = ground_.storage;
  const FirstScenario machine = made_;
  if (add_job()) {
    made_ = machine;
    ground_.is_even = true;
    add_job();
  }
  return std::move(made_);
}

}  // namespace

std::string_view first_scenario_head() { return kHead; }

FirstScenario first_scenario(const Evidence& evidence, const FirstScenarioWish& wish) {
  return ScenarioMaker(evidence, wish).make();
}

}  // namespace headrace
