#include "scenarios/loader/init/assembled_system.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "scenarios/loader/import/imported_drives.h"
#include "scenarios/loader/import/plausible.h"
#include "scenarios/loader/import/store_words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kBulkTransfer = 128.0 * 1024;  // Bytes; below it accesses are counted, not bytes.
constexpr double kSmallTransfer = 16.0 * 1024;  // Bytes; above it, accesses are bound by bytes.
constexpr std::int64_t kBusyDepth = 16;         // Accesses in flight that keep a drive busy.
constexpr std::int64_t kUsualRanks = 8;         // Accelerators of a node [assumed], as of the priors.
constexpr std::int64_t kMostRanks = 1'000'000;
constexpr std::string_view kToolsBelieved =
    "a node's own tools count what is there, a description is written by hand";

std::string name_of_file(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Returns "[read] dump.txt:3: …" as an origin.
Origin origin_of(std::string_view text) {
  for (const auto& [tag, words] : {std::pair(OriginTag::read, std::string_view("[read] ")),
                                   std::pair(OriginTag::derived, std::string_view("[derived] "))})
    if (text.starts_with(words)) return {tag, std::string(text.substr(words.size()))};
  return {OriginTag::derived, std::string(text)};
}

class SystemAssembler {
 public:
  SystemAssembler(const Evidence& evidence, const MachineChoice& choice)
      : evidence_(evidence), choice_(choice) {}

  AssembledSystem assemble() {
    made_.contradictions = evidence_.contradictions;
    made_.not_taken = evidence_.not_taken;
    read_node();
    read_lustre_values();
    if (!choice_.is_shipped) choose_store();
    if (made_.system) complete_system();
    note_measured();
    return std::move(made_);
  }

 private:
  bool has_lustre() const { return !evidence_.lustre_in.empty(); }

  void read_node();
  void fit_ranks(DescribedHosts& node) const;
  void read_lustre_values();
  void choose_store();
  void take_lustre();
  void take_own_drives();
  void complete_system();
  void take_measured_drives(DescribedDrives& drives);
  void note_measured();

  const Evidence& evidence_;
  const MachineChoice& choice_;
  AssembledSystem made_;
  std::string fabric_;
  bool takes_measured_ = false;
};

void SystemAssembler::read_node() {
  NodeEvidence node = evidence_.node;
  if (evidence_.described) {
    NodeEvidence described;
    described.host = evidence_.described->clients.front();
    if (node.host.ports.bandwidth) described.host.ports.count.reset();
    add_evidence(node, std::move(described), kToolsBelieved, made_.contradictions);
    node.host.name = evidence_.described->clients.front().name;
    node.host.place = evidence_.described->clients.front().place;
    node.host.count = evidence_.described->clients.front().count;
    if (!evidence_.node.host.accelerators && node.host.accelerators && node.host.accelerators->value >= 1)
      made_.gaps.push_back({"platform.nodes.clients.accelerators",
                            "whether a description's accelerators are of a node or of all is not said",
                            count_text(node.host.accelerators->value) + " of a node"});
  }
  if (evidence_.recording) {
    const InferredLoader& found = evidence_.recording->loader;
    const auto hosts = static_cast<double>(std::max<std::int64_t>(1, found.nodes.value));
    const std::string file = name_of_file(evidence_.recording->path);
    if (!node.host.count || node.host.count->value < hosts)
      node.host.count = ToldValue{hosts, {OriginTag::derived, file + ": hosts of its processes"}};
    const auto ranks = static_cast<double>(std::max<std::int64_t>(1, found.ranks.value));
    const double ranks_each = std::max(1.0, std::floor(ranks / hosts));
    if (!node.host.accelerators || node.host.accelerators->value < ranks_each)
      node.host.accelerators = ToldValue{ranks_each, {OriginTag::derived, file + ": ranks of a host"}};
  }
  if (choice_.nodes > 0)
    node.host.count = ToldValue{static_cast<double>(choice_.nodes), {OriginTag::read, "--nodes"}};
  if (node.host.place.empty()) node.host.place = "the node";
  fit_ranks(node.host);
  made_.node = node.host;
  made_.accelerator = node.accelerator;
  fabric_ = node.fabric;
  for (NotTaken& note : node.not_taken) made_.not_taken.push_back(std::move(note));
}

// Assumes as many nodes and accelerators as a model takes that is spread over ranks, where none are told.
void SystemAssembler::fit_ranks(DescribedHosts& node) const {
  if (!evidence_.dlio) return;
  const ParallelismSpec& spread = evidence_.dlio->workload.checkpoint.parallelism;
  const std::int64_t ranks = spread.tensor * spread.pipeline * std::max<std::int64_t>(1, spread.data);
  if (ranks <= 1 || ranks > kMostRanks) return;
  const Origin origin{OriginTag::assumed,
                      "what the model takes, which is spread over " + std::to_string(ranks) + " ranks"};
  if (!node.accelerators || node.accelerators->value < 1)
    node.accelerators = ToldValue{static_cast<double>(std::min(kUsualRanks, ranks)), origin};
  const std::int64_t each = std::max<std::int64_t>(1, std::llround(node.accelerators->value));
  const std::int64_t nodes = ranks / std::gcd(ranks, each);
  if (!node.count) node.count = ToldValue{static_cast<double>(nodes), origin};
}

void SystemAssembler::read_lustre_values() {
  if (!has_lustre()) return;
  std::vector<std::string> left;
  for (const LustreValue& value : lustre_values(evidence_.lustre, left)) {
    std::vector<ToldText>& group = value.group == "ost"      ? made_.targets
                                   : value.group == "mds"    ? made_.metadata
                                   : value.group == "client" ? made_.client
                                                             : made_.layout;
    group.push_back({value.field, value.text, origin_of(value.source)});
  }
  for (const std::string& what : left) made_.not_taken.push_back({name_of_file(evidence_.lustre_in), what});
}

// Decides where the data lie: where a description says, on a Lustre that was dumped, or on the node's drives.
void SystemAssembler::choose_store() {
  if (evidence_.described) {
    made_.system = *evidence_.described;
    made_.asked = choice_.store;
    if (has_lustre()) take_lustre();
  } else if (has_lustre() || choice_.store == "lustre") {
    made_.system.emplace();
    take_lustre();
  } else if (made_.node.drives) {
    made_.system.emplace();
    take_own_drives();
  }
}

void SystemAssembler::take_lustre() {
  DescribedSystem& system = *made_.system;
  if (evidence_.described && store_kind_of(system, choice_.store).kind != ImportedStore::lustre) {
    made_.not_taken.push_back({name_of_file(evidence_.lustre_in),
                               "a Lustre, and the described storage is of another kind: it is believed"});
    made_.layout.clear();
    return;
  }
  if (!evidence_.described) {
    made_.asked = choice_.store;
    if (has_lustre()) system.solution.push_back({name_of_file(evidence_.lustre_in), "a Lustre's parameters"});
  }
  system.targets = made_.targets;
  for (const ToldText& value : made_.metadata) {
    if (!system.metadata) system.metadata.emplace();
    system.metadata->count = ToldValue{whole_number_text(value.text).value_or(1), value.origin};
  }
  for (const auto& [name, setting] : evidence_.lustre.settings) {
    const bool is_layout = name.ends_with(".stripecount") || name.ends_with(".stripesize");
    const Mark& mark = setting.marks.at(setting.usual());
    if (!is_layout)
      system.settings.push_back(
          {name_of_file(mark.source->file) + ":" + std::to_string(mark.line), name + "=" + setting.usual()});
  }
  if (system.targets.empty() && !system.servers) {
    system.targets.push_back(
        {"count", "4", {OriginTag::assumed, "the program's default of servers, a target each"}});
    made_.gaps.push_back({"platform.file_systems.lustre.lustre.ost.count",
                          "the dump names no OST: it is of another node, or was cut", "4 of them"});
  }
}

void SystemAssembler::take_own_drives() {
  made_.system->is_local = true;
  made_.gaps.push_back({"platform.file_systems.drive", "no file says where the data lie",
                        "the node's own drives, which one of them lists"});
  takes_measured_ = true;
}

void SystemAssembler::complete_system() {
  DescribedSystem& system = *made_.system;
  if (system.clients.empty()) system.clients.emplace_back();
  if (system.name.empty()) system.name = "our machine";
  system.fabric += " " + fabric_;
  if (system.storage_mark.source == nullptr)
    system.storage_mark = Mark{std::make_shared<const SourceText>(SourceText{"init", {}})};
  if (system.is_local && made_.node.drives) {
    takes_measured_ = true;
    take_measured_drives(*made_.node.drives);
  }
  if (system.clients.size() > 1)
    made_.gaps.push_back({"jobs.train.nodes", "the description has clients of several kinds",
                          "the first of them run the job"});
  system.clients.front() = made_.node;
}

// Takes the best of what fio measured for the drives, unless it is doubted.
void SystemAssembler::take_measured_drives(DescribedDrives& drives) {
  const double count = std::max(1.0, drives.count.value);
  const auto take = [&](std::optional<ToldValue>& slot, double value, const OutputFigure& figure) {
    if (slot && slot->origin.tag == OriginTag::derived && slot->value >= value) return;
    slot = ToldValue{value,
                     {OriginTag::derived, name_of_file(figure.mark.source->file) + ":" +
                                              std::to_string(figure.mark.line) + ": " + figure.words +
                                              (count > 1 ? ", by " + count_text(count) + " drives" : "")}};
  };
  for (const MeasuredEvidence& measured : evidence_.measured) {
    const ProbeSpec& probe = measured.output.probe;
    const bool is_read = probe.operation == ProbeOperation::read;
    if (measured.form != "fio" || !measured.output.doubts.empty()) continue;
    if (!is_read && probe.operation != ProbeOperation::write) continue;
    const auto size = static_cast<double>(probe.transfer_size.count());
    const std::int64_t depth = probe.queue_depth * probe.processes_per_node;
    for (const OutputFigure& figure : measured.output.figures) {
      const double rate = figure.name == "probe.gb_per_second" ? figure.value * 1e9 / count : 0;
      const double accesses = figure.name == "probe.operations_per_second" ? figure.value / count : 0;
      if (size >= kBulkTransfer && rate >= kSlowestDrive && rate <= kFastestDrive)
        take(is_read ? drives.read_rate : drives.write_rate, rate, figure);
      if (size <= kSmallTransfer && depth >= kBusyDepth && accesses >= kDriveIops.low &&
          accesses <= kDriveIops.high)
        take(is_read ? drives.read_iops : drives.write_iops, accesses, figure);
      if (size <= kSmallTransfer && depth == 1 && figure.name == "probe.latency_ms.p50" &&
          figure.value >= 0.002 && figure.value <= 20)
        take(is_read ? drives.read_latency : drives.write_latency, figure.value / 1e3, figure);
    }
  }
}

void SystemAssembler::note_measured() {
  std::string last;
  for (const MeasuredEvidence& measured : evidence_.measured) {
    const bool is_doubted = !measured.output.doubts.empty();
    if (takes_measured_ && measured.form == "fio" && !is_doubted) continue;
    if (measured.path == last) continue;
    last = measured.path;
    made_.not_taken.push_back(
        {name_of_file(measured.path),
         is_doubted
             ? "its figures may not be of the storage: " + measured.output.doubts.front()
             : "what bound these figures they do not say: `headrace import " + measured.form + " " +
                   measured.path + "` makes rows, and `headrace calibrate` fits the scenario to them"});
  }
}

}  // namespace

AssembledSystem assemble_system(const Evidence& evidence, const MachineChoice& choice) {
  return SystemAssembler(evidence, choice).assemble();
}

}  // namespace headrace
