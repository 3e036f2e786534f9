#include "scenarios/loader/import/imported_stores.h"

#include <algorithm>
#include <cmath>

#include "scenarios/loader/import/client_settings.h"
#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/import/imported_drives.h"
#include "sim/check.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

constexpr double kRounding = 1 << 30;  // Bytes that a capacity is rounded down to.
constexpr double kMostPorts = 64;      // Bounds of the fields.
constexpr double kMostMetadataServers = 1024, kMostServers = 100'000, kMostDevices = 1024;
constexpr double kMostDrivesOfTarget = 24;  // Flash drives of an enclosure, as of clusterstor-e1000-hdr.yaml.
constexpr double kMostCapacity = 1'125'899'906'842'624;  // Bytes: 1 PiB.

// Holds a value to the bound of its field, and says so.
void hold_to(std::optional<ToldValue>& told, double most, const std::string& bound) {
  if (!told || told->value <= most) return;
  told->value = most;
  told->origin = {OriginTag::derived, told->origin.words + ", held to " + bound};
}

double prior_number(std::string_view name) { return whole_number_text(import_prior(name).value).value_or(1); }

class StoreWriter {
 public:
  StoreWriter(PlatformLines& lines, const DescribedSystem& system, std::vector<NotTaken>& not_taken)
      : lines_(lines), system_(system), not_taken_(not_taken) {}

  void lustre();
  void gpfs();
  void filer();
  void daos();
  void object_store();
  void local();

 private:
  const DescribedHosts* servers() const { return system_.servers ? &*system_.servers : nullptr; }
  double server_count() const {
    const bool is_told = system_.servers && system_.servers->count;
    return is_told ? std::min(system_.servers->count->value, kMostServers) : prior_number("servers.count");
  }
  // Returns how many OSTs a Lustre says it has; 0: it does not say.
  double told_targets() const {
    for (const ToldText& value : system_.targets)
      if (value.field == "count") return std::min(whole_number_text(value.text).value_or(0), kMostServers);
    return 0;
  }
  // Returns the bytes of an OST; 0: it does not say.
  double told_room() const {
    for (const ToldText& value : system_.targets) {
      const auto room = parse_bytes(value.text);
      if (value.field == "capacity" && std::holds_alternative<Bytes>(room))
        return static_cast<double>(std::get<Bytes>(room).count());
    }
    return 0;
  }
  void write_server_count() {
    lines_.count("count", servers() == nullptr ? std::nullopt : system_.servers->count, "servers.count",
                 "how many servers there are is not said");
  }
  void write_server_ports() {
    write_ports(lines_, servers() == nullptr ? DescribedPorts() : system_.servers->ports, "servers",
                "of the servers");
  }
  // Writes settings that were read, but for those that have a line of their own.
  void write_setting(const std::vector<ClientSetting>& settings, std::string_view field,
                     std::string_view prior, const std::string& lacking);
  void write_other_settings(const std::vector<ClientSetting>& settings);
  void write_page_cache(const std::vector<ClientSetting>& settings);
  void metadata_servers();
  void managed_lustre();
  void described_lustre();
  DriveShare share_by_room(double room);

  PlatformLines& lines_;
  const DescribedSystem& system_;
  std::vector<NotTaken>& not_taken_;
  std::vector<std::string_view> written_;  // Settings.
};

void StoreWriter::write_setting(const std::vector<ClientSetting>& settings, std::string_view field,
                                std::string_view prior, const std::string& lacking) {
  std::optional<ToldValue> told;
  bool is_bytes = false;
  for (const ClientSetting& setting : settings) {
    if (setting.field != field) continue;
    told = setting.value;
    is_bytes = setting.is_bytes;
  }
  written_.push_back(field);
  if (is_bytes)
    lines_.bytes(field, told, prior, lacking);
  else
    lines_.count(field, told, prior, lacking);
}

void StoreWriter::write_other_settings(const std::vector<ClientSetting>& settings) {
  for (const ClientSetting& setting : settings) {
    if (std::find(written_.begin(), written_.end(), setting.field) != written_.end()) continue;
    if (setting.is_bytes)
      lines_.bytes(setting.field, setting.value, "", "");
    else
      lines_.count(setting.field, setting.value, "", "");
  }
}

void StoreWriter::write_page_cache(const std::vector<ClientSetting>& settings) {
  lines_.open("page_cache");
  lines_.prior("memory_share", "page_cache.memory_share", "the memory that keeps pages is not described");
  write_setting(settings, "read_ahead", "page_cache.read_ahead", "reading ahead is not described");
  lines_.close();
}

void StoreWriter::metadata_servers() {
  const DescribedHosts* const hosts = system_.metadata ? &*system_.metadata : nullptr;
  lines_.open("mds");
  std::optional<ToldValue> count = hosts == nullptr ? std::nullopt : hosts->count;
  hold_to(count, kMostMetadataServers, "1024");
  lines_.count("count", count, "lustre.mds.count", "how many metadata servers there are is not said");
  if (hosts != nullptr && hosts->cores)
    lines_.assume("threads", count_text(std::min(hosts->cores->value, 4096.0)),
                  {OriginTag::assumed, "its cores: " + hosts->cores->origin.words},
                  "requests that a metadata server works on at once are not described");
  else
    lines_.prior("threads", "lustre.mds.threads", "the cores of the metadata servers are not described");
  const DescribedPorts of_servers = servers() == nullptr ? DescribedPorts() : system_.servers->ports;
  write_ports(lines_, hosts != nullptr && hosts->ports.count ? hosts->ports : of_servers, "servers",
              "of the metadata servers");
  lines_.close();
}

void StoreWriter::managed_lustre() {
  const double servers = std::clamp(std::ceil(system_.provisioned->value / 2e9), 1.0, kMostServers);
  const ImportPrior& each = import_prior("lustre.managed_server");
  const Origin origin{OriginTag::assumed, std::string(each.value) + " each: " + std::string(each.source)};
  const char* const lacking = "the servers of the service are not described";
  lines_.open("oss");
  lines_.assume("count", count_text(servers), origin, lacking);
  lines_.prior("threads", "lustre.oss.threads", lacking);
  lines_.open("nic");
  lines_.prior("ports", "clients.nic.ports", lacking);
  lines_.prior("bandwidth", "lustre.managed_nic", lacking);
  lines_.close();
  lines_.close();
  lines_.open("ost");
  lines_.assume("count", count_text(servers), origin, lacking);
  write_provisioned_device(lines_, *system_.provisioned, servers);
  lines_.close();
}

void StoreWriter::described_lustre() {
  bool is_exascaler = false;
  for (const Phrase& phrase : system_.solution) is_exascaler |= has_word(phrase.text, "EXAScaler");
  const ImportPrior& each = import_prior(is_exascaler ? "lustre.targets_exascaler" : "lustre.targets");
  const double targets_each = whole_number_text(each.value).value_or(1);
  const double told = told_targets();
  const bool servers_follow = told > 0 && (servers() == nullptr || !servers()->count);
  const double count = servers_follow ? std::max(1.0, std::floor(told / targets_each)) : server_count();
  const double targets = told > 0 ? told : std::min(count * targets_each, kMostServers);
  lines_.open("oss");
  if (servers_follow)
    lines_.assume("count", count_text(count), {OriginTag::assumed, std::string(each.source)},
                  "how many servers there are is not said");
  else
    write_server_count();
  lines_.prior("threads", "lustre.oss.threads", "threads of the servers are not described");
  write_server_ports();
  lines_.close();
  lines_.open("ost");
  if (told == 0)
    lines_.assume("count", count_text(targets), {OriginTag::assumed, std::string(each.source)},
                  "how many targets there are is not said");
  for (const ToldText& value : system_.targets) lines_.value(value.field, value.text, value.origin);
  const bool has_drives = servers() != nullptr && servers()->drives;
  const double room = has_drives ? 0 : told_room();
  write_device(lines_, servers(), room > 0 ? share_by_room(room) : drive_share(servers(), count, targets));
  lines_.close();
}

// Guesses the drives behind a target by its room.
DriveShare StoreWriter::share_by_room(double room) {
  const ImportPrior& size = import_prior("servers.drive_size");
  const auto parsed = parse_bytes(size.value);
  const auto* const each = std::get_if<Bytes>(&parsed);
  HEADRACE_CHECK(each != nullptr);
  const double drives = std::round(room / static_cast<double>(each->count()));
  if (drives > kMostDrivesOfTarget)
    lines_.add_gap({"platform.file_systems.lustre.lustre.ost.device",
                    "a target of so much room may be of disks",
                    "flash: write 'kind: disk_array' where it is not"});
  DriveShare share;
  share.drives = std::clamp(drives, 1.0, kMostDrivesOfTarget);
  share.words = count_text(share.drives) + (share.drives == 1 ? " drive" : " drives") + " (of " +
                std::string(size.value) + " by the target's room; " + std::string(size.source) + ")";
  share.is_described = false;
  return share;
}

void StoreWriter::lustre() {
  metadata_servers();
  if (system_.provisioned && servers() == nullptr)
    managed_lustre();
  else
    described_lustre();
  const std::vector<ClientSetting> settings = settings_of(system_, "lustre", not_taken_);
  lines_.open("client");
  write_setting(settings, "max_rpcs_in_flight", "lustre.client.max_rpcs_in_flight",
                "osc.*.max_rpcs_in_flight is not given");
  write_setting(settings, "rpc_size", "lustre.client.rpc_size", "osc.*.max_pages_per_rpc is not given");
  write_other_settings(settings);
  lines_.close();
}

void StoreWriter::gpfs() {
  const double count = server_count();
  lines_.open("servers");
  write_server_count();
  lines_.prior("threads", "gpfs.threads", "threads of the servers are not described");
  write_server_ports();
  write_device(lines_, servers(), drive_share(servers(), count, count));
  lines_.close();
  lines_.prior("lookup", "gpfs.lookup", "service times of the file system are not described");
  lines_.prior("request_overhead", "gpfs.request_overhead",
               "service times of the file system are not described");
  lines_.prior("block_size", "gpfs.block_size", "the block size is not described");
  lines_.assume("token_managers", count_text(count), {OriginTag::assumed, "every server"},
                "how names and locks are dealt over servers is not described");
  lines_.prior("files_cached", "gpfs.files_cached", "what a client keeps of names is not described");
  write_page_cache(settings_of(system_, "gpfs", not_taken_));
}

void StoreWriter::filer() {
  const double count = server_count();
  const std::vector<ClientSetting> settings = settings_of(system_, "filer", not_taken_);
  lines_.open("heads");
  write_server_count();
  lines_.prior("threads", "filer.threads", "threads of the servers are not described");
  write_server_ports();
  write_device(lines_, servers(), drive_share(servers(), count, count));
  lines_.close();
  lines_.prior("lookup", "filer.lookup", "service times of the file system are not described");
  write_setting(settings, "nconnect", "filer.nconnect", "the mount option nconnect is not given");
  write_other_settings(settings);
  write_page_cache(settings);
}

void StoreWriter::daos() {
  const double count = server_count();
  const bool is_described = servers() != nullptr && servers()->drives && !servers()->drives->is_of_system;
  lines_.open("engines");
  write_server_count();
  lines_.prior("threads", "daos.threads", "targets of the engines are not described");
  write_server_ports();
  std::optional<ToldValue> drives;
  if (is_described) drives = servers()->drives->count;
  hold_to(drives, kMostDevices, "1024");
  lines_.count("devices", drives, "daos.devices", "the drives of the servers are not described");
  const double devices = drives ? drives->value : prior_number("daos.devices");
  write_device(lines_, servers(), drive_share(servers(), count, count * devices));
  lines_.close();
}

void StoreWriter::object_store() {
  const DescribedHosts* const own = servers();
  const char* const lacking = "the service is not described";
  lines_.prior("get_first_byte",
               own != nullptr ? "object_store.own_first_byte" : "object_store.get_first_byte",
               "how soon a GET is answered is not described");
  lines_.prior("gets_per_second",
               own != nullptr ? "object_store.own_requests" : "object_store.gets_per_second",
               "caps of requests are not described");
  lines_.prior("puts_per_second",
               own != nullptr ? "object_store.own_requests" : "object_store.puts_per_second",
               "caps of requests are not described");
  lines_.prior("connection_bandwidth",
               own != nullptr ? "object_store.own_connection" : "object_store.connection_bandwidth",
               "what a connection carries is not described");
  lines_.prior("connections", "object_store.connections", "connections of a client are not described");
  lines_.open("service");
  if (own != nullptr && own->ports.count && own->ports.bandwidth) {
    const double all = server_count() * own->ports.count->value;
    const double ports = std::min(all, kMostPorts);
    const Origin origin{OriginTag::derived, count_text(server_count()) + " servers of " +
                                                count_text(own->ports.count->value) + " x " +
                                                port_text(own->ports.bandwidth->value) + " [read] " +
                                                own->place + (all > ports ? ", as 64 ports" : "")};
    lines_.value("ports", count_text(ports), origin);
    lines_.value("bandwidth", port_text(own->ports.bandwidth->value * all / ports), origin);
    if (!own->count || own->count->origin.tag == OriginTag::assumed)
      lines_.add_gap({"platform.file_systems.bucket", "how many servers there are is not said",
                      count_text(server_count()) + " of them"});
    lines_.add_gap({"platform.file_systems.bucket",
                    "an object store has no fields for the drives of its servers",
                    "the ports of the servers alone"});
  } else {
    lines_.assume("ports", count_text(kMostPorts), {OriginTag::assumed, "never the bottleneck"}, lacking);
    lines_.prior("bandwidth", "object_store.service_bandwidth", lacking);
  }
  lines_.close();
}

void StoreWriter::local() {
  const DescribedHosts& host = system_.clients.front();
  std::optional<ToldValue> capacity;
  if (host.drives && host.drives->capacity) {
    const double count = host.drives->count.value;
    capacity =
        ToldValue{std::max(1.0, std::floor(count * host.drives->capacity->value / kRounding)) * kRounding,
                  {OriginTag::derived, count_text(count) + " x the size [read] " + host.place + ".drives"}};
  }
  hold_to(capacity, kMostCapacity, "1 PiB");
  lines_.bytes("capacity", capacity, "local.capacity", "the size of the drives is not described");
  lines_.prior("open", "local.open", "the file system's times are not described");
  DriveShare share = drive_share(&host, 1, 1);
  if (!host.drives) share = {1, "one drive", false};
  write_device(lines_, &host, share);
}

}  // namespace

void write_ports(PlatformLines& lines, const DescribedPorts& ports, std::string_view prior_group,
                 const std::string& whose) {
  const std::string group(prior_group);
  const std::string lacking = "the ports " + whose + " are not described";
  lines.open("nic");
  lines.count("ports", ports.count, group + ".nic.ports", lacking);
  if (ports.bandwidth)
    lines.value("bandwidth", port_text(ports.bandwidth->value), ports.bandwidth->origin);
  else
    lines.prior("bandwidth", group + ".nic.bandwidth", lacking);
  if (prior_group == "clients")
    lines.prior("efficiency", "clients.nic.efficiency",
                "the share of the line rate that carries payload is not described");
  lines.close();
}

std::string_view store_name_of(ImportedStore kind) {
  constexpr std::string_view kStoreNames[] = {"lustre", "drive", "bucket", "nas", "pfs", "daos"};
  return kStoreNames[static_cast<std::size_t>(kind)];
}

void write_store(PlatformLines& lines, const DescribedSystem& system, const StoreChoice& choice,
                 std::vector<NotTaken>& not_taken) {
  const ImportedStore kind = *choice.kind;
  StoreWriter writer(lines, system, not_taken);
  lines.open("file_systems");
  lines.open(store_name_of(kind));
  lines.open(imported_store_names()[static_cast<std::size_t>(kind)], choice.why);
  switch (kind) {
    case ImportedStore::lustre: writer.lustre(); break;
    case ImportedStore::local: writer.local(); break;
    case ImportedStore::object_store: writer.object_store(); break;
    case ImportedStore::filer: writer.filer(); break;
    case ImportedStore::gpfs: writer.gpfs(); break;
    case ImportedStore::daos: writer.daos(); break;
  }
  for (int level = 0; level < 3; ++level) lines.close();
  if (!choice.caution.empty())
    lines.add_gap({"platform.file_systems." + std::string(store_name_of(kind)), choice.caution,
                   "that kind and its priors"});
}

}  // namespace headrace
