#include "scenarios/loader/import/imported_platform.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/import_priors.h"
#include "scenarios/loader/import/imported_drives.h"
#include "scenarios/loader/import/imported_stores.h"
#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

// Returns a name that a scenario's field may have: letters, digits, '-' and '_'.
std::string field_name(std::string_view text, const std::set<std::string>& others) {
  std::string name;
  for (const char c : text.substr(0, 40)) {
    const char small = lower(c);
    const bool is_plain = (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9');
    if (is_plain)
      name += small;
    else if (!name.empty() && !name.ends_with('_'))
      name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  if (name.empty() || !(name[0] >= 'a' && name[0] <= 'z'))
    name = "clients" + (name.empty() ? "" : "_" + name);
  const std::string first = name;
  for (int number = 2; others.contains(name); ++number) name = first + "_" + std::to_string(number);
  return name;
}

std::string quoted_name(std::string_view text) {
  std::string name = comment_words(text, 100);
  std::erase_if(name, [](char c) { return c == '"' || c == '\\'; });
  return '"' + (name.empty() ? "imported system" : name) + '"';
}

void write_memory_bandwidth(PlatformLines& lines, const DescribedHosts& hosts) {
  MemoryClass memory = memory_class_of(hosts.cpu, hosts.memory_class);
  const char* const lacking = "the channels of the memory are not described";
  if (memory.channels == 0) return lines.prior("memory_bandwidth", "clients.memory_bandwidth", lacking);
  const double transfers = hosts.memory_transfers ? hosts.memory_transfers->value : memory.transfers;
  const double sockets = hosts.sockets ? hosts.sockets->value : 1;
  const double nominal = sockets * memory.channels * transfers * 8 * 1e6;
  const ImportPrior& share = import_prior("clients.memory_share");
  lines.assume("memory_bandwidth", rate_text(nominal * whole_number_text(share.value).value_or(1)),
               {OriginTag::assumed,
                std::string(share.value) + " of " + rate_text(nominal) + ": " + count_text(sockets) + " x " +
                    std::to_string(memory.channels) + " channels of " + number_text(transfers) + " MT/s (" +
                    std::string(memory.says) + ")",
                share.factor},
               lacking);
}

void write_clients(PlatformLines& lines, const DescribedHosts& hosts, const std::string& name) {
  lines.open(name);
  lines.count("count", hosts.count, "clients.count", "how many clients there are is not said");
  lines.count("cores", hosts.cores, "clients.cores", "the cores of the clients are not described");
  if (hosts.threads_per_core && hosts.threads_per_core->value == 2)
    lines.prior("smt", "clients.smt", "two threads a core are described, and not what they do together");
  lines.bytes("memory", hosts.memory, "clients.memory", "the memory of the clients is not described");
  write_memory_bandwidth(lines, hosts);
  write_ports(lines, hosts.ports, "clients", "of the clients");
  const bool has_accelerators = hosts.accelerators && hosts.accelerators->value >= 1;
  lines.count("accelerators", has_accelerators ? hosts.accelerators : std::nullopt, "clients.accelerators",
              "no accelerators are described");
  lines.close();
}

std::string_view latency_prior(const DescribedSystem& system, ImportedStore kind) {
  if (kind == ImportedStore::local) return "network.local";
  if (has_any_word(system.fabric, "InfiniBand|Slingshot")) return "network.infiniband";
  if (system.is_cloud) return "network.cloud";
  if (has_any_word(system.fabric, "RoCE|RoCEv2|RDMA")) return "network.rdma";
  return has_any_word(system.fabric, "Ethernet|TCP") ? "network.ethernet" : "network.unknown";
}

// Returns the list of gaps as comments at the end of the file.
std::string gaps_text(const ImportedPlatform& platform) {
  std::string text = "# What the description does not say, and what stands there:\n";
  for (const ImportGap& gap : platform.gaps)
    text += "# - " + gap.field + ": " + gap.lacking + "; " + gap.stands + "\n";
  if (platform.not_taken.empty()) return text;
  text += "# What it says and was not taken:\n";
  for (const NotTaken& note : platform.not_taken)
    text += "# - " + comment_words(note.place) + ": " + comment_words(note.why, 200) + "\n";
  return text;
}

ImportedPlatform made_platform(const DescribedSystem& system, const StoreChoice& choice) {
  ImportedPlatform platform;
  platform.not_taken = system.not_taken;
  PlatformLines lines;
  lines.open("nodes");
  std::set<std::string> names;
  for (const DescribedHosts& hosts : system.clients) {
    const std::string name = system.clients.size() == 1 ? "clients" : field_name(hosts.name, names);
    names.insert(name);
    platform.groups.push_back(name);
    write_clients(lines, hosts, name);
  }
  lines.close();
  lines.open("network");
  lines.prior("latency", latency_prior(system, *choice.kind), "no latency is described");
  lines.close();
  write_store(lines, system, choice, platform.not_taken);
  // Drives of clients that hold no data are none of a platform's.
  if (*choice.kind != ImportedStore::local)
    std::erase_if(platform.not_taken, [](const NotTaken& note) { return note.place == "clients.drives"; });
  platform.storage = store_name_of(*choice.kind);
  platform.counts = lines.counts();
  platform.gaps = lines.gaps();
  platform.values = lines.values();
  platform.body = lines.text();
  platform.text = "name: " + quoted_name(trimmed(system.name)) + "\n" + platform.body + gaps_text(platform);
  return platform;
}

// Reports a storage that cannot be made of what is described.
void expect_described(const DescribedSystem& system, const StoreChoice& choice, Problems& problems) {
  const Mark& mark = system.storage_mark;
  if (!choice.kind) {
    problems.add(mark, "E0704", choice.why)
        .with_help("name it with --store KIND, one of " + joined(imported_store_names()) +
                   "; words that are known: " + store_words_text());
    return;
  }
  const bool is_local = *choice.kind == ImportedStore::local;
  const bool needs_servers = !is_local && *choice.kind != ImportedStore::object_store;
  // A rate that is paid for makes the servers of a Lustre, and of nothing else.
  const bool is_paid_for = *choice.kind == ImportedStore::lustre && system.provisioned;
  const bool has_targets = *choice.kind == ImportedStore::lustre && !system.targets.empty();
  if (needs_servers && !system.servers && !is_paid_for && !has_targets)
    problems.add(mark, "E0702", "the description says nothing of the servers, nor what rate is provisioned")
        .with_help("a " + std::string(imported_store_names()[static_cast<std::size_t>(*choice.kind)]) +
                   " needs at least how many servers there are");
  const DescribedHosts* const holders = is_local         ? &system.clients.front()
                                        : system.servers ? &*system.servers
                                                         : nullptr;
  if (holders != nullptr && holders->drives && are_disks(*holders->drives))
    problems.add(mark, "E0704", "the drives are disks, and only flash is imported")
        .with_help("write the platform by hand, with 'device: {kind: disk_array, ...}'");
}

}  // namespace

ImportRead import_description(DescriptionRead read, std::string_view asked) {
  ImportRead import;
  import.problems = std::move(read.problems);
  import.text = std::move(read.text);
  if (!read.system) return import;
  import.system = *std::move(read.system);
  const StoreChoice choice = store_kind_of(import.system, asked);
  expect_described(import.system, choice, import.problems);
  if (!import.problems.has_errors()) import.platform = made_platform(import.system, choice);
  return import;
}

ImportRead import_description_file(const std::string& path, std::string_view asked) {
  return import_description(read_description(path), asked);
}

}  // namespace headrace
