#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

#include "scenarios/loader/import/description_forms.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/import/plausible.h"
#include "scenarios/loader/import/system_nodes.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

constexpr std::size_t kMostHostTypes = 100;

// Counts of the components of software that a name begins, such as "MDS0" and "MDS1".
struct ComponentCounts {
  double metadata = 0, data = 0;
  std::map<std::string, double> by_node_type;  // Components that run on a type of node.
};

bool is_numbered(std::string_view name, std::string_view begin) {
  if (!name.starts_with(begin)) return false;
  name.remove_prefix(begin.size());
  return name.find_first_not_of("0123456789") == std::string_view::npos;
}

ComponentCounts components_of(const DescriptionPart& storage) {
  ComponentCounts counts;
  for (const DescriptionPart& component : storage.list("software_components")) {
    const std::string name = component.text("component_name");
    if (is_numbered(name, "MDS")) ++counts.metadata;
    if (is_numbered(name, "OSS")) ++counts.data;
    for (const Phrase& type : component.phrases("runnable_node_type_name")) ++counts.by_node_type[type.text];
  }
  return counts;
}

class SystemJsonReader {
 public:
  SystemJsonReader(const DescriptionPart& root, DescriptionNotes& notes)
      : root_(root), notes_(notes), storage_(root.part("storage_system")), nodes_(root.list("nodes")) {}

  DescribedSystem read();

 private:
  using Entries = std::vector<const DescriptionPart*>;

  Entries entries_of(const std::string& type) const;
  void find_hosts();
  void read_clients();
  void read_servers();
  DescribedHosts read_clients_of(const std::string& type, double hosts);
  void set_server_count(DescribedHosts& servers, const Entries& entries, const std::string& type,
                        const ComponentCounts& components);
  void read_drives_of_system();
  void read_words();
  void look_at_clocks() const;

  const DescriptionPart& root_;
  DescriptionNotes& notes_;
  DescriptionPart storage_;
  std::vector<DescriptionPart> nodes_;
  std::vector<std::pair<std::string, double>> hosts_;  // Types of hosts that are listed, and how many.
  std::vector<std::string> clients_;                   // Types among them.
  DescribedSystem system_;
};

SystemJsonReader::Entries SystemJsonReader::entries_of(const std::string& type) const {
  Entries entries;
  for (const DescriptionPart& node : nodes_)
    if (node.text("node_type_name") == type) entries.push_back(&node);
  return entries;
}

// Finds the types of hosts. Some descriptions list servers among them: then those are clients that are
// called so.
void SystemJsonReader::find_hosts() {
  for (const DescriptionPart& host : root_.list("benchmark_hosts")) {
    const std::string type = host.text("node_type_name");
    const auto known =
        std::find_if(hosts_.begin(), hosts_.end(), [&](const auto& other) { return other.first == type; });
    if (known != hosts_.end()) {
      ++known->second;
      continue;
    }
    if (hosts_.size() == kMostHostTypes) {
      host.problem("node_type_name", "E0702", "the description has hosts of more than 100 types")
          .with_help("each type is a group of equal nodes");
      return;
    }
    hosts_.emplace_back(type, 1);
    if (!entries_of(type).empty()) continue;
    std::vector<std::string> types;
    for (const DescriptionPart& node : nodes_) types.push_back(node.text("node_type_name"));
    const std::vector<std::string_view> names(types.begin(), types.end());
    host.problem("node_type_name", "E0702", "no node is of the type " + in_quotes(comment_words(type)))
        .hint(did_you_mean(nearest_word(type, names)))
        .with_help("each host of benchmark_hosts names the node_type_name of one of the nodes");
  }
  const auto is_called_client = [](const auto& host) {
    return has_any_word(host.first, "client|clients|host|localhost");
  };
  const bool any_is = std::any_of(hosts_.begin(), hosts_.end(), is_called_client);
  for (const auto& host : hosts_)
    if (!any_is || is_called_client(host)) clients_.push_back(host.first);
}

DescribedHosts SystemJsonReader::read_clients_of(const std::string& type, double hosts) {
  const Entries entries = entries_of(type);
  DescribedHosts clients = read_node(*entries.front());
  const auto listed = static_cast<double>(entries.size());
  if (listed > hosts) {
    clients.count =
        ToldValue{listed, {OriginTag::derived, "entries of nodes of the type " + comment_words(type)}};
    notes_.not_taken.push_back(
        {"benchmark_hosts", "fewer hosts of the type " + comment_words(type) +
                                " than nodes has entries: " + std::to_string(std::lround(hosts))});
  } else {
    clients.count =
        ToldValue{hosts, {OriginTag::read, "benchmark_hosts: those of the type " + comment_words(type)}};
  }
  for (const DescriptionPart* entry : entries)
    for (const Phrase& line : entry->phrases("config_options")) system_.settings.push_back(line);
  return clients;
}

void SystemJsonReader::read_clients() {
  for (const std::string& type : clients_) {
    const auto host =
        std::find_if(hosts_.begin(), hosts_.end(), [&](const auto& other) { return other.first == type; });
    if (!entries_of(type).empty()) system_.clients.push_back(read_clients_of(type, host->second));
  }
}

void SystemJsonReader::set_server_count(DescribedHosts& servers, const Entries& entries,
                                        const std::string& type, const ComponentCounts& components) {
  const auto runs = components.by_node_type.find(type);
  const auto host =
      std::find_if(hosts_.begin(), hosts_.end(), [&](const auto& other) { return other.first == type; });
  const ToldValue said[] = {
      {static_cast<double>(entries.size()), {OriginTag::derived, "entries of nodes: " + comment_words(type)}},
      {host == hosts_.end() ? 0 : host->second, {OriginTag::read, "benchmark_hosts: " + comment_words(type)}},
      {runs == components.by_node_type.end() ? 0 : runs->second,
       {OriginTag::derived, "software_components that run on " + comment_words(type)}},
      {components.data, {OriginTag::derived, "software_components named OSS"}},
  };
  const auto* const most = std::max_element(std::begin(said), std::end(said),
                                            [](const auto& a, const auto& b) { return a.value < b.value; });
  servers.count = *most;
  if (most->value > 1) return;
  servers.count->origin = {OriginTag::assumed,
                           "one entry of nodes describes it; how many there are is not said"};
}

// Reads the nodes that are no clients: those that hold data, and those that hold metadata alone.
void SystemJsonReader::read_servers() {
  const ComponentCounts components = components_of(storage_);
  Entries data, metadata;
  for (const DescriptionPart& node : nodes_) {
    const std::string type = node.text("node_type_name");
    if (std::find(clients_.begin(), clients_.end(), type) != clients_.end()) continue;
    (is_metadata_node(node) ? metadata : data).push_back(&node);
  }
  const bool any_holds =
      std::any_of(data.begin(), data.end(), [](const auto* node) { return holds_data(*node); });
  if (any_holds) std::erase_if(data, [](const auto* node) { return !holds_data(*node); });
  if (!data.empty()) {
    system_.servers = read_node(*data.front());
    set_server_count(*system_.servers, data, system_.servers->name, components);
  }
  if (!metadata.empty()) {
    system_.metadata = read_node(*metadata.front());
    system_.metadata->count = ToldValue{static_cast<double>(metadata.size()),
                                        {OriginTag::derived, "entries of nodes that hold metadata"}};
  } else if (components.metadata > 0 && system_.servers) {
    system_.metadata = system_.servers;
    system_.metadata->count =
        ToldValue{components.metadata, {OriginTag::derived, "software_components named MDS"}};
  }
}

void SystemJsonReader::read_drives_of_system() {
  for (const DescriptionPart& component : storage_.list("hardware_components")) {
    const std::string model =
        component.text("type") + " " + component.text("protocol") + " " + component.text("model");
    if (!has_any_word(component.text("component_name") + " " + model, "drive|drives|SSD|NVMe|HDD")) continue;
    const std::optional<ToldValue> count = component.number("count", kDriveCount);
    if (!count || !system_.servers || system_.servers->drives) continue;
    DescribedDrives drives;
    drives.count = *count;
    drives.is_of_system = true;
    drives.model = model;
    system_.servers->drives = drives;
  }
}

void SystemJsonReader::read_words() {
  system_.storage_mark = storage_.exists() ? storage_.mark_of("solution_type") : root_.mark_of("");
  system_.name = storage_.text("vendor_name") + " " + storage_.text("solution_name");
  for (const char* key : {"solution_type", "solution_name", "model_name"})
    for (Phrase& phrase : storage_.phrases(key)) system_.solution.push_back(std::move(phrase));
  for (const DescriptionPart& network : root_.list("networks")) {
    system_.fabric += network.text("network_type") + " " + network.text("protocols") + " ";
    for (Phrase& phrase : network.phrases("protocols")) system_.solution.push_back(std::move(phrase));
  }
  for (const char* key : {"client_mount_options", "solution_config_options"})
    for (Phrase& phrase : storage_.phrases(key)) system_.settings.push_back(std::move(phrase));
}

// Notes clocks and memories that cannot be meant, in nodes that are otherwise not looked at, too.
void SystemJsonReader::look_at_clocks() const {
  for (const DescriptionPart& node : nodes_) {
    node.part("CPU").number("base_frequency", kClockGigahertz);
    node.part("CPU").number("boost_frequency", kClockGigahertz);
  }
}

DescribedSystem SystemJsonReader::read() {
  system_.form = "MLPerf Storage v1.0";
  if (nodes_.empty())
    root_.problem("nodes", "E0702", "the description has no nodes")
        .with_help("nodes is a list of maps, one a type of node");
  if (root_.list("benchmark_hosts").empty())
    root_.problem("benchmark_hosts", "E0702", "the description has no benchmark_hosts")
        .with_help("they say which nodes are the clients, and how many there are");
  find_hosts();
  read_clients();
  read_servers();
  read_drives_of_system();
  read_words();
  look_at_clocks();
  const bool has_own = !system_.clients.empty() && system_.clients.front().drives.has_value();
  system_.is_local = !system_.servers && has_own;
  return std::move(system_);
}

}  // namespace

DescribedSystem read_system_json(const DescriptionPart& root, DescriptionNotes& notes) {
  return SystemJsonReader(root, notes).read();
}

}  // namespace headrace
