#include <cmath>

#include "scenarios/loader/import/counted_words.h"
#include "scenarios/loader/import/description_forms.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/import/plausible.h"
#include "scenarios/loader/text/words.h"

namespace headrace {
namespace {

bool is_within(double value, const Plausible& plausible) {
  return value >= plausible.low && value <= plausible.high;
}

// Reads a number, or the first one of a text such as "503 to 504", and notes that there was more.
std::optional<ToldValue> leading_number(const DescriptionPart& part, std::string_view key,
                                        const Plausible& plausible) {
  if (!part.has(key)) return std::nullopt;
  const std::string text = part.text(key);
  const std::optional<FirstNumber> first = first_number(text);
  if (!first || first->is_all || !is_within(first->value, plausible)) return part.number(key, plausible);
  part.leave(key,
             "the first figure of " + in_quotes(comment_words(text, 60)) + " was taken, and not the rest");
  return ToldValue{first->value, {OriginTag::read, part.path_of(key) + ", its first figure"}};
}

// Reads "2 x Intel Xeon Gold 6530" as sockets; one where no number stands in front.
std::optional<ToldValue> sockets_of(const DescriptionPart& part) {
  const std::string cpu = part.text("cpu");
  const std::optional<FirstNumber> first = first_number(cpu);
  if (cpu.empty() || !first || !is_within(first->value, kSocketCount)) return std::nullopt;
  if (cpu.find(" x ") != cpu.find(' ')) return std::nullopt;
  return ToldValue{first->value, {OriginTag::read, part.path_of("cpu")}};
}

void read_cores(const DescriptionPart& part, DescribedHosts& hosts) {
  hosts.cores = leading_number(part, "cores", kCoreCount);
  if (!hosts.cores || part.text("cores").find("a CPU") == std::string::npos) return;
  if (!hosts.sockets) return;
  hosts.cores->value *= hosts.sockets->value;
  hosts.cores->origin = {OriginTag::derived, part.path_of("cores") + " x sockets of " + part.path_of("cpu")};
}

void read_data_ports(const DescriptionPart& part, DescribedPorts& ports) {
  const std::string text = part.text("data_nic");
  const std::optional<CountedWords> words = counted_words(text);
  const std::string quoted = in_quotes(comment_words(text, 60));
  if (text.empty()) return;
  if (!words || words->unit != "Gbit/s") {
    part.leave("data_nic", quoted + " does not begin with ports and their rate, as '2 x 400 Gbit/s'");
    return;
  }
  if (!is_within(words->count, kPortCount) || !is_within(words->amount, kPortGigabits)) {
    part.leave("data_nic", quoted + " cannot be meant: " + std::string(kPortGigabits.says));
    return;
  }
  const Origin origin{OriginTag::read, part.path_of("data_nic")};
  ports.count = ToldValue{words->count, origin};
  ports.bandwidth = ToldValue{words->amount * 1e9 / 8, origin};
  if (!words->others.empty()) part.leave("data_nic", "only the first kind of port was taken of " + quoted);
}

double bytes_in(std::string_view unit) {
  if (unit == "TB") return 1e12;
  if (unit == "TiB") return 1024 * kGibibyte;
  if (unit == "GB") return 1e9;
  return unit == "GiB" ? kGibibyte : 0;
}

void read_data_drives(const DescriptionPart& part, DescribedHosts& hosts) {
  const std::string text = part.text("drives");
  if (text.empty()) return;
  const std::string quoted = in_quotes(comment_words(text, 60));
  const std::optional<CountedWords> words = counted_words(text);
  if (!words || bytes_in(words->unit) == 0) {
    part.leave("drives", quoted + " does not begin with drives and their size, as '16 x 3.84 TB'");
    return;
  }
  const double capacity = words->amount * bytes_in(words->unit);
  const Plausible bytes{kDriveGibibytes.low * kGibibyte, kDriveGibibytes.high * kGibibyte,
                        kDriveGibibytes.says};
  if (!is_within(words->count, kDriveCount) || !is_within(capacity, bytes)) {
    part.leave("drives", quoted + " cannot be meant: " + std::string(kDriveGibibytes.says));
    return;
  }
  const Origin origin{OriginTag::read, part.path_of("drives")};
  DescribedDrives drives;
  drives.count = {words->count, origin};
  drives.capacity = ToldValue{capacity, origin};
  drives.model = words->rest;
  if (const auto rates = pair_before(words->rest, "MB/s")) {
    const Plausible megabytes{kSlowestDrive / 1e6, kFastestDrive / 1e6, "a drive has 50 MB/s to 16 GB/s"};
    if (is_within(rates->first, megabytes)) drives.read_rate = ToldValue{rates->first * 1e6, origin};
    if (is_within(rates->second, megabytes)) drives.write_rate = ToldValue{rates->second * 1e6, origin};
    if (!drives.read_rate || !drives.write_rate) part.leave("drives", std::string(megabytes.says));
  }
  if (const auto iops = pair_before(words->rest, "IOPS")) {
    if (is_within(iops->first, kDriveIops)) drives.read_iops = ToldValue{iops->first, origin};
    if (is_within(iops->second, kDriveIops)) drives.write_iops = ToldValue{iops->second, origin};
  }
  if (!words->others.empty()) part.leave("drives", "only the first kind of drive was taken of " + quoted);
  hosts.drives = std::move(drives);
}

DescribedHosts read_hosts(const DescriptionPart& part) {
  DescribedHosts hosts;
  hosts.name = part.text("model");
  hosts.place = part.path();
  hosts.cpu = part.text("cpu");
  hosts.sockets = sockets_of(part);
  read_cores(part, hosts);
  hosts.memory = leading_number(part, "memory_GiB", kMemoryGibibytes);
  if (hosts.memory) hosts.memory->value *= kGibibyte;
  read_data_ports(part, hosts.ports);
  read_data_drives(part, hosts);
  return hosts;
}

// Reads "provisioned 125 MB/s a TiB x 1280 TiB = 160000 MB/s" of a managed service.
std::optional<ToldValue> provisioned_by(const DescriptionPart& servers) {
  const std::string role = servers.text("role");
  if (role.find("provisioned") == std::string::npos) return std::nullopt;
  const std::optional<double> rate = number_between(role, "= ", " MB/s");
  if (!rate || *rate < 1 || *rate > 1e9) return std::nullopt;
  return ToldValue{*rate * 1e6, {OriginTag::read, servers.path_of("role")}};
}

void read_servers(const DescriptionPart& servers, DescribedSystem& system) {
  // A count of 0 says that there are none.
  const std::optional<ToldValue> count = servers.number("count", {0, kNodeCount.high, kNodeCount.says});
  system.provisioned = provisioned_by(servers);
  const std::string role = servers.text("role");
  if (!system.provisioned && role.find(' ') != role.rfind(' '))
    servers.leave("role", "a sentence that is not interpreted: " + in_quotes(comment_words(role, 120)));
  if (count && count->value < 1) return;
  const bool is_described = count || servers.has("cores") || servers.has("data_nic") || servers.has("drives");
  if (!is_described) return;
  system.servers = read_hosts(servers);
  system.servers->count = count;
}

}  // namespace

DescribedSystem read_system_facts(const DescriptionPart& root, DescriptionNotes&) {
  DescribedSystem system;
  system.form = "MLPerf Storage v3.0";
  system.name = root.text("organisation") + " " + root.text("system_id");
  const DescriptionPart clients = root.part("clients");
  if (!clients.exists())
    root.problem("clients", "E0702", "the description has no clients")
        .with_help("clients is a map of count, cpu, cores, memory_GiB and data_nic");
  system.clients.push_back(read_hosts(clients));
  system.clients.front().count = clients.number("count", kNodeCount);
  if (!root.has("storage_software") && !root.has("protocol"))
    root.problem("storage_software", "E0702", "the description has neither storage_software nor a protocol")
        .with_help("they say what kind of storage it is");
  for (const char* key : {"storage_software", "protocol"})
    for (Phrase& phrase : root.phrases(key)) system.solution.push_back(std::move(phrase));
  for (Phrase& phrase : root.phrases("tuning")) system.settings.push_back(std::move(phrase));
  read_servers(root.part("servers"), system);
  system.is_local = root.text("storage_location") == "local";
  system.is_cloud = root.text("deployment") == "cloud";
  const std::optional<CountedWords> ports = counted_words(clients.text("data_nic"));
  system.storage_mark = root.mark_of(root.has("storage_software") ? "storage_software" : "protocol");
  system.fabric = ports ? ports->rest : "";
  return system;
}

}  // namespace headrace
