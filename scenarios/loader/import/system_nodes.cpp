#include "scenarios/loader/import/system_nodes.h"

#include <algorithm>
#include <map>
#include <variant>

#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/import/plausible.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr std::string_view kOtherPurposes = "OS|boot|metadata|operating system";

// Adds up what is told of several things.
void add_to(std::optional<ToldValue>& sum, const std::optional<ToldValue>& more) {
  if (!more) return;
  if (sum)
    sum->value += more->value;
  else
    sum = more;
}

// Sets the ports of the network that carries most.
void read_ports(const DescriptionPart& node, DescribedPorts& ports) {
  std::map<std::string, DescribedPorts> networks;
  for (const DescriptionPart& port : node.list("nic_ports")) {
    const std::optional<ToldValue> count = port.number("count_of_this_type", kPortCount);
    std::optional<ToldValue> bandwidth = port.number("bitrate", kPortGigabits);
    if (!count || !bandwidth) continue;
    bandwidth->value *= 1e9 / 8;
    DescribedPorts& network = networks[port.text("network_name") + " " + std::to_string(bandwidth->value)];
    add_to(network.count, count);
    network.bandwidth = bandwidth;
  }
  const auto carried_by = [](const DescribedPorts& of) { return of.count->value * of.bandwidth->value; };
  for (const auto& [name, network] : networks)
    if (!ports.count || carried_by(network) > carried_by(ports)) ports = network;
  if (ports.count && ports.count->value > kPortCount.high) {
    node.leave("nic_ports", std::string(kPortCount.says));
    ports = DescribedPorts();
  }
  if (networks.size() > 1)
    node.leave("nic_ports", "ports of other networks, which carry less: one kind of port is modelled");
}

// Notes that a figure is not under its key, and under which it is.
void leave_unnamed(const DescriptionPart& part, std::string_view key) {
  std::string others;
  for (const std::string& other : part.keys())
    if (other.starts_with("peak")) others += "; there is " + in_quotes(comment_words(other, 40));
  part.leave(key, "not given under that key" + others);
}

// Reads a rate of one drive: a text with its unit, or a number in MB/s, or in GB/s where no drive is so slow.
std::optional<ToldValue> rate_of(const DescriptionPart& performance, std::string_view key) {
  const DescriptionPart part = performance.part(key);
  if (!part.exists()) return std::nullopt;
  if (!part.has("peak_bandwidth")) {
    leave_unnamed(part, "peak_bandwidth");
    return std::nullopt;
  }
  const std::string text(trimmed(part.text("peak_bandwidth")));
  const Origin origin{OriginTag::read, part.path_of("peak_bandwidth")};
  const auto rate = parse_bandwidth(text);
  double value = 0;
  if (const auto* const known = std::get_if<Bandwidth>(&rate))
    value = known->in_bytes_per_second();
  else if (const auto number = whole_number_text(text))
    value = *number <= 16 ? *number * 1e9 : *number * 1e6;
  if (value >= kSlowestDrive * 2 && value <= kFastestDrive) return ToldValue{value, origin};
  part.leave("peak_bandwidth",
             in_quotes(comment_words(text, 40)) + " cannot be meant: no drive has so many MB/s or GB/s");
  return std::nullopt;
}

std::optional<ToldValue> iops_of(const DescriptionPart& performance, std::string_view key) {
  const DescriptionPart part = performance.part(key);
  if (part.exists() && !part.has("peak_iops")) leave_unnamed(part, "peak_iops");
  const std::optional<ToldValue> size =
      part.number("xfer_size_kilobytes", {0.5, 1e6, "a transfer has 0.5 kB to 1 GB"});
  if (size && size->value > 16) return std::nullopt;  // The rate says the same.
  return part.number("peak_iops", kDriveIops);
}

bool is_for_data(const DescriptionPart& drive) {
  return !has_any_word(drive.text("purpose"), kOtherPurposes);
}

std::optional<DescribedDrives> read_drives(const DescriptionPart& node) {
  std::optional<DescribedDrives> drives;
  for (const DescriptionPart& drive : node.list("drives")) {
    if (!is_for_data(drive)) continue;
    const std::optional<ToldValue> count = drive.number("count_of_this_type", kDriveCount);
    if (!count) continue;
    if (drives) {
      drive.leave("count_of_this_type", "drives of a second kind: one kind is modelled");
      continue;
    }
    drives.emplace();
    drives->count = *count;
    drives->capacity = drive.number("capacity_GiB", kDriveGibibytes);
    if (drives->capacity) drives->capacity->value *= kGibibyte;
    drives->model =
        drive.text("drive_type") + " " + drive.text("interface") + " " + drive.text("vendor_and_model_name");
    const DescriptionPart performance = drive.part("performance");
    drives->read_rate = rate_of(performance, "read_bandwidth");
    drives->write_rate = rate_of(performance, "write_bandwidth");
    drives->read_iops = iops_of(performance, "read_iops");
    drives->write_iops = iops_of(performance, "write_iops");
  }
  return drives;
}

void read_accelerators(const DescriptionPart& node, DescribedHosts& hosts) {
  for (const DescriptionPart& kind : node.list("accelerators"))
    add_to(hosts.accelerators, kind.number("count_of_this_type", kAcceleratorCount));
  if (hosts.accelerators && hosts.accelerators->value > kAcceleratorCount.high) {
    node.leave("accelerators", std::string(kAcceleratorCount.says));
    hosts.accelerators.reset();
  }
}

}  // namespace

DescribedHosts read_node(const DescriptionPart& node) {
  DescribedHosts hosts;
  hosts.name = node.text("node_type_name");
  hosts.place = node.path();
  const DescriptionPart cpu = node.part("CPU"), memory = node.part("DRAM");
  hosts.cpu = cpu.text("vendor_and_model_name");
  hosts.sockets = cpu.number("socket_count", kSocketCount);
  hosts.cores = cpu.number("cores_per_socket", kCoreCount);
  const std::optional<ToldValue> threads = cpu.number("threads_per_socket", kThreadCount);
  if (hosts.cores && threads)
    hosts.threads_per_core = ToldValue{threads->value / hosts.cores->value, threads->origin};
  if (hosts.cores) {
    hosts.cores->value *= hosts.sockets ? hosts.sockets->value : 1;
    hosts.cores->origin = {OriginTag::derived, cpu.path() + ".socket_count x cores_per_socket"};
  }
  hosts.memory = memory.number("capacity_MiB", kMemoryMebibytes);
  if (hosts.memory) hosts.memory->value *= kMebibyte;
  hosts.memory_class = memory.text("class");
  hosts.memory_transfers = memory.number("frequency", kMemoryTransfers);
  read_ports(node, hosts.ports);
  read_accelerators(node, hosts);
  hosts.drives = read_drives(node);
  return hosts;
}

bool holds_data(const DescriptionPart& node) {
  const std::vector<DescriptionPart> drives = node.list("drives");
  return std::any_of(drives.begin(), drives.end(), is_for_data);
}

bool is_metadata_node(const DescriptionPart& node) {
  const std::string name = node.text("node_type_name");
  if (has_any_word(name, "metadata|MDS|metadata server")) return true;
  const std::vector<DescriptionPart> drives = node.list("drives");
  const auto is_metadata = [](const DescriptionPart& drive) {
    return has_word(drive.text("purpose"), "metadata");
  };
  return !holds_data(node) && std::any_of(drives.begin(), drives.end(), is_metadata);
}

}  // namespace headrace
