#include "scenarios/loader/import/import_priors.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "scenarios/loader/text/letters.h"
#include "sim/check.h"

namespace headrace {
namespace {

constexpr ImportPrior kPriors[] = {
    {"clients.count", "1", 1, "the least there can be"},
    {"clients.cores", "32", 1, "the program's default"},
    {"clients.smt", "1.25", 1, "what two threads of a core do together, over what one does"},
    {"clients.memory", "128 GiB", 1, "the program's default"},
    {"clients.memory_bandwidth", "150 GB/s", 2, "8 channels of DDR4-3200 at 0.73 of nominal"},
    {"clients.memory_share", "0.73", 1.5, "share of the nominal rate, as on every shipped platform"},
    {"clients.nic.ports", "1", 1, "the program's default"},
    {"clients.nic.bandwidth", "100 Gbit/s", 2, "50 to 200 Gbit/s are usual of a storage client"},
    {"clients.nic.efficiency", "0.94", 1, "23 to 24 of 25 GB/s on HDR200"},
    {"clients.accelerators", "8", 1, "the benchmark simulates them: as many as a run is to have"},
    {"network.local", "2 us", 2, "nothing of the storage crosses it"},
    {"network.infiniband", "2 us", 2, "InfiniBand or Slingshot, end to end with one switch"},
    {"network.rdma", "3 us", 2, "RDMA over Ethernet with one switch"},
    {"network.ethernet", "15 us", 2, "TCP between hosts, as on hammerspace.yaml"},
    {"network.cloud", "30 us", 2, "between virtual machines of one zone, as on amlfs.yaml"},
    {"network.unknown", "5 us", 3, "InfiniBand 2 us, TCP 15 us"},
    {"servers.count", "4", 1, "the program's default"},
    {"servers.nic.ports", "2", 1, "as on most shipped platforms"},
    {"servers.nic.bandwidth", "200 Gbit/s", 2, "100 to 400 Gbit/s are usual of a storage server"},
    {"servers.drive_size", "7680 GB", 1, "as in micron_9400.yaml"},
    {"servers.drives", "16", 1, "12 to 24 are usual of a storage server"},
    {"device.read_latency", "{law: lognormal, mean: 100 us, spread: 40 us}", 2,
     "enterprise NVMe at depth 1: 60 to 150 us"},
    {"device.write_latency", "{law: lognormal, mean: 20 us, spread: 8 us}", 2,
     "enterprise NVMe at depth 1: 15 to 21 us"},
    {"device.sata_latency", "{law: lognormal, mean: 130 us, spread: 50 us}", 2, "SATA flash at depth 1"},
    {"device.managed_latency", "{law: lognormal, mean: 200 us, spread: 80 us}", 2,
     "a managed disk, as on amlfs_system.yaml"},
    {"device.parallelism", "128", 1, "accesses a drive works on at once, as on f9000x.yaml"},
    {"lustre.mds.count", "1", 1, "the program's default"},
    {"lustre.mds.threads", "16", 1, "the program's default"},
    {"lustre.oss.threads", "512", 1, "Lustre's maximum of ost_io threads"},
    {"lustre.targets", "1", 1, "one target a server, as on clusterstor-e1000-hdr.yaml"},
    {"lustre.targets_exascaler", "2", 1, "two targets a server, as on ai400x2t.yaml"},
    {"lustre.client.max_rpcs_in_flight", "8", 1, "Lustre's default"},
    {"lustre.client.rpc_size", "4 MiB", 1, "default of Lustre 2.15 servers"},
    {"lustre.managed_server", "2 GB/s", 1, "a server and target for each, as on amlfs_system.yaml"},
    {"lustre.managed_nic", "50 Gbit/s", 2, "as on amlfs_system.yaml"},
    {"gpfs.threads", "256", 1, "as on f9000x.yaml"},
    {"gpfs.lookup", "{law: exponential, mean: 50 us}", 3, "metadata on NVMe"},
    {"gpfs.request_overhead", "{law: exponential, mean: 20 us}", 3, "as on f9000x.yaml"},
    {"gpfs.block_size", "4 MiB", 1, "as on f9000x.yaml"},
    {"gpfs.files_cached", "1000000", 1, "a client that keeps all names of a data set"},
    {"filer.threads", "128", 1, "as on hammerspace.yaml"},
    {"filer.lookup", "{law: exponential, mean: 100 us}", 3, "the program's default"},
    {"filer.nconnect", "16", 1, "a mount that is made for speed; without the option 1"},
    {"page_cache.memory_share", "0.5", 1, "the program's default"},
    {"page_cache.read_ahead", "8 MiB", 1, "fast stores are tuned to megabytes"},
    {"daos.threads", "16", 1, "targets of an engine, as on aurora.yaml"},
    {"daos.devices", "8", 1, "drives of a server, as on aurora.yaml"},
    {"object_store.get_first_byte", "{law: lognormal, mean: 30 ms, spread: 16 ms}", 2,
     "medians of 15 to 40 ms within a region"},
    {"object_store.own_first_byte", "{law: lognormal, mean: 3 ms, spread: 1600 us}", 5,
     "HTTP and a drive's access on servers of one's own: below a region's service, above a file server"},
    {"object_store.gets_per_second", "5500", 1, "of one prefix: a provider's performance guide"},
    {"object_store.puts_per_second", "3500", 1, "of one prefix: a provider's performance guide"},
    {"object_store.own_requests", "1000000", 1, "no cap: servers of one's own have none by prefix"},
    {"object_store.connection_bandwidth", "87.5 MB/s", 2, "85 to 90 MB/s within a region"},
    {"object_store.own_connection", "1.25 GB/s", 2, "one TCP stream: half of a filer's connection"},
    {"object_store.connections", "256", 1, "of a machine, as on s3_like.yaml"},
    {"object_store.service_bandwidth", "100 Gbit/s", 2, "64 ports, never the bottleneck of few machines"},
    {"local.capacity", "3 TB", 1, "the program's default"},
    {"local.open", "20 us", 2, "an XFS file system; tmpfs takes 2.6 us to open and close"},
};

constexpr DriveClass kDriveClasses[] = {
    {"SATA", "550 MB/s", "500 MB/s", 1.2, "SATA flash"},
    {"QLC|P5336", "7 GB/s", "3.3 GB/s", 1.3, "Gen4 flash of four bits a cell, as the maker's D5-P5336"},
    {"Gen5|PCIe 5|PCIe5|PS1010|PM1743|9550", "13 GB/s", "7 GB/s", 1.4,
     "Gen5 NVMe: data sheets of 12 to 14.5 GB/s, written 6 to 10.5"},
    {"Gen4|PCIe 4|PCIe4|9400|6500|MZWLR7T6HBLA", "7 GB/s", "4.5 GB/s", 1.5,
     "Gen4 NVMe: data sheets of 6.5 to 7 GB/s, written 3.3 to 7"},
    {"Gen3|PCIe 3|PCIe3", "3.5 GB/s", "3 GB/s", 1.3, "Gen3 NVMe: data sheets of 3.2 to 3.5 GB/s"},
    {"", "6 GB/s", "4 GB/s", 2.2, "NVMe of a generation that is not said: 3.5 to 13 GB/s"},
};

bool is_word_letter(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'); }

std::string lowered(std::string_view text) {
  std::string all(text);
  for (char& c : all) c = lower(c);
  return all;
}

// Returns the first word of a text that is a model's number: four letters, the first and last a digit.
std::string_view model_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_word_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word_letter(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.size() >= 4 && word.size() <= 6 && is_digit(word[0]) && is_digit(word[3])) return word;
    at = end;
  }
  return {};
}

MemoryClass memory_of_epyc(std::string_view number) {
  if (number.empty()) return {};
  const char generation = number[3];
  if (number[0] == '7' && generation == '1') return {8, 2666, "EPYC 7xx1"};
  if (number[0] == '7') return {8, 3200, "EPYC 7xx2 or 7xx3"};
  if (number[0] == '8') return {6, 4800, "EPYC 8xx4"};
  if (number[0] == '9' && generation == '5') return {12, 6000, "EPYC 9xx5"};
  if (number[0] == '9') return {12, 4800, "EPYC 9xx4"};
  return {};
}

MemoryClass memory_of_xeon(std::string_view number) {
  if (number.empty()) return {};
  const bool is_sixth =
      number[0] == '6' && number.size() > 4 && (lower(number[4]) == 'p' || lower(number[4]) == 'e');
  if (is_sixth && number[1] == '9') return {12, 6400, "Xeon 69xx"};
  if (is_sixth && (number[1] == '7' || number[1] == '5')) return {8, 6400, "Xeon 65xx or 67xx"};
  switch (number[1]) {
    case '1': return {6, 2666, "Xeon Scalable, first generation"};
    case '2': return {6, 2933, "Xeon Scalable, second generation"};
    case '3': return {8, 3200, "Xeon Scalable, third generation"};
    case '4':
    case '5': return {8, 4800, "Xeon Scalable, fourth or fifth generation"};
    default: return {};
  }
}

MemoryClass memory_of_cpu(std::string_view cpu) {
  if (has_word(cpu, "Graviton3")) return {8, 4800, "Graviton3"};
  if (has_word(cpu, "Graviton4")) return {12, 5600, "Graviton4"};
  const std::string_view number = model_number(cpu);
  if (has_word(cpu, "EPYC")) return memory_of_epyc(number);
  if (has_word(cpu, "Xeon")) return memory_of_xeon(number);
  return {};
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  const std::string all = lowered(text), wanted = lowered(word);
  for (std::size_t at = all.find(wanted); at != std::string::npos; at = all.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    if ((at == 0 || !is_word_letter(all[at - 1])) && (end == all.size() || !is_word_letter(all[end])))
      return true;
  }
  return false;
}

bool has_any_word(std::string_view text, std::string_view words) {
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find('|'));
    if (has_word(text, word)) return true;
    words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return false;
}

const ImportPrior& import_prior(std::string_view name) {
  const auto* const row = std::find_if(std::begin(kPriors), std::end(kPriors),
                                       [&](const ImportPrior& prior) { return prior.name == name; });
  HEADRACE_CHECK(row != std::end(kPriors));
  return *row;
}

const DriveClass& drive_class_of(std::string_view model) {
  const auto* const row = std::find_if(
      std::begin(kDriveClasses), std::end(kDriveClasses),
      [&](const DriveClass& drive) { return drive.words.empty() || has_any_word(model, drive.words); });
  return *row;
}

MemoryClass memory_class_of(std::string_view cpu, std::string_view memory_class) {
  const MemoryClass by_cpu = memory_of_cpu(cpu);
  if (by_cpu.channels > 0) return by_cpu;
  if (has_word(memory_class, "DDR4")) return {8, 3200, "DDR4 of a processor that is not known"};
  if (has_word(memory_class, "DDR5")) return {8, 4800, "DDR5 of a processor that is not known"};
  return {};
}

}  // namespace headrace
