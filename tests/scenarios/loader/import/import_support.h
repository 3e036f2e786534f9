// Support of the tests of imported system descriptions: a part of one, small descriptions of systems that do
// not exist, and a platform read in a scenario that trains on it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "scenarios/loader/import/description_part.h"
#include "scenarios/loader/import/imported_platform.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/one_line.h"
#include "tests/scenarios/loader/scenario_support.h"
#include "tests/scenarios/loader/text/tree_of.h"

namespace headrace {

// PartTest: a part of a description, and what is noted of it.
class PartTest : public testing::Test {
 protected:
  DescriptionPart part(std::string_view text, const std::string& path) {
    tree_ = tree_of(text);
    return {&tree_, path, notes_};
  }

  Tree tree_;
  Problems problems_;
  std::vector<NotTaken> not_taken_;
  DescriptionNotes notes_{problems_, not_taken_};
};

// A v1.0 description: two clients, two servers of Lustre with four drives each, one metadata server.
inline constexpr std::string_view kMillpondJson = R"({
  "networks": [{"network_name": "storage", "network_type": "InfiniBand", "bitrate": 200}],
  "nodes": [
    {
      "node_type_name": "client",
      "config_options": ["lctl set_param osc.*.max_rpcs_in_flight=16 osc.*.max_pages_per_rpc=2M"],
      "CPU": {"vendor_and_model_name": "AMD EPYC 7502P 32-Core", "socket_count": 2, "cores_per_socket": 32,
              "threads_per_socket": 64, "base_frequency": 2.5, "boost_frequency": 3.3},
      "DRAM": {"capacity_MiB": 262144, "class": "DDR4", "frequency": 3200},
      "accelerators": [{"vendor_and_model": "Mill M1", "count_of_this_type": 4}],
      "nic_ports": [
        {"network_name": "storage", "bitrate": 200, "count_of_this_type": 2},
        {"network_name": "office", "bitrate": 10, "count_of_this_type": 1}
      ],
      "drives": [{"purpose": ["Hold the OS"], "drive_type": "SSD", "capacity_GiB": 480, "interface": "SATA",
                  "count_of_this_type": 1}]
    },
    {
      "node_type_name": "data server",
      "CPU": {"socket_count": 1, "cores_per_socket": 16, "boost_frequency": 2500},
      "DRAM": {"capacity_MiB": 131072, "class": "DDR4", "frequency": 1},
      "nic_ports": [{"network_name": "storage", "bitrate": 100, "count_of_this_type": 2}],
      "drives": [{"purpose": ["Hold the data"], "drive_type": "SSD", "interface": "NVMe",
                  "count_of_this_type": 4,
                  "performance": {"read_bandwidth": {"xfer_size_kilobytes": 64, "peak_bandwidth": "7 GB/s"},
                                  "write_bandwidth": {"xfer_size_kilobytes": 1024, "peak_bandwidth": 5},
                                  "read_iops": {"xfer_size_kilobytes": 4, "peak_iops": 1000000},
                                  "write_iops": {"xfer_size_kilobytes": 4, "peak_iops GB/s": 200000}}}]
    },
    {
      "node_type_name": "metadata server",
      "CPU": {"socket_count": 1, "cores_per_socket": 24},
      "nic_ports": [{"network_name": "storage", "bitrate": 100, "count_of_this_type": 1}],
      "drives": [{"purpose": ["metadata"], "drive_type": "SSD", "count_of_this_type": 2}]
    }
  ],
  "benchmark_hosts": [
    {"node_name": "c1", "node_type_name": "client"},
    {"node_name": "c2", "node_type_name": "client"}
  ],
  "storage_system": {
    "vendor_name": "Millpond", "solution_name": "Weir 2", "solution_type": "Lustre",
    "client_mount_options": ["default"],
    "software_components": [
      {"component_name": "OSS0", "runnable_node_type_name": ["data server"]},
      {"component_name": "OSS1", "runnable_node_type_name": ["data server"]}
    ]
  }
}
)";

// The facts of a v3.0 description: three servers of a file system of GPFS's kind.
inline constexpr std::string_view kSluiceFacts = R"yaml(organisation: "Sluice"
system_id: "sluice_3n_4c"
results_in: [training]
deployment: "onprem"
storage_location: "remote"
storage_software: "Storage Scale 5.2"
protocol: "POSIX, closed-source client"
usable_TiB: 80
tuning: "rasize=4194304"
clients:
  count: 4
  model: "S1"
  cpu: "2 x Intel Xeon Gold 6530"
  cores: 64
  memory_GiB: "503 to 504"
  data_nic: "2 x 400 Gbit/s InfiniBand + 1 x 50 Gbit/s Ethernet"
servers:
  count: 3
  role: "storage node"
  cores: "32 a CPU"
  cpu: "2 x AMD EPYC 9355"
  memory_GiB: 512
  data_nic: "4 x 400 Gbit/s InfiniBand (data, metadata)"
  drives: "16 x 3.84 TB NVMe D1 (TLC, PCIe 5 x4, 14,500 / 10,500 MB/s, 3.3 M / 315 k IOPS)"
)yaml";

inline ImportRead import_text(std::string_view text, std::string_view asked = "") {
  return import_description(read_description_text(text, "system.json"), asked);
}

// Returns a platform's text in a scenario that trains on it, read; a problem fails the test.
inline ScenarioRead trained_on(const ImportedPlatform& platform) {
  std::string text = "schema: headrace/1\nname: imported\nplatform:\n";
  std::string_view rest = platform.text;
  std::string group;
  while (!rest.empty()) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (group.empty() && line.starts_with("  ") && line.ends_with(':'))
      group = line.substr(2, line.size() - 3);
    text += "  " + line + "\n";
  }
  text +=
      "jobs:\n  train:\n    workload:\n      dataset: {format: npz, files: 64, record_length: 1 MiB}\n"
      "      loader: {kind: pytorch, batch_size: 2, read_threads: 2}\n"
      "      training: {epochs: 1, computation_time: 2 ms}\n    accelerators_per_node: 1\n    nodes: "
      "{group: " +
      group + ", count: 1}\n    storage: " + platform.storage + "\n";
  ScenarioRead read = read_scenario(text, "imported.yaml");
  EXPECT_TRUE(read.scenario.has_value()) << read.problems.text() << text;
  return read;
}

// Returns the line of a text that begins, behind blanks, with a key; the first of them behind `after`.
inline std::string line_with(std::string_view text, std::string_view key, std::string_view after = "") {
  const std::size_t from = after.empty() ? 0 : text.find(after);
  if (from == std::string_view::npos) return "";
  const std::size_t at = text.find(" " + std::string(key) + ": ", from);
  if (at == std::string_view::npos) return "";
  const std::string_view line = text.substr(at + 1);
  return std::string(line.substr(0, line.find('\n')));
}

// Returns that line with one blank between its words.
inline std::string in_one_line_of(std::string_view text, std::string_view key, std::string_view after = "") {
  return in_one_line(line_with(text, key, after));
}

// Returns why something at a place was not taken, or "".
inline std::string why_left(const std::vector<NotTaken>& notes, std::string_view place) {
  for (const NotTaken& note : notes)
    if (note.place == place) return note.why;
  return "";
}

}  // namespace headrace
