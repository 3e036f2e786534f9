// A system of two nodes, and a row that was measured on it.
//
//   std::ofstream(folder_ / "system.yaml") << small_system(4, 12);
//   MeasuredRow row = small_row(4, 12);   // On both nodes.
#pragma once

#include <cstdint>
#include <string>

#include "scenarios/loader/measured/measured_rows.h"

namespace headrace {

// Returns a scenario of so many accelerators and cores a node, and one rank that trains by the DLIO file of a
// workload; `more` are overrides, each behind a comma.
inline std::string small_system(std::int64_t accelerators, std::int64_t cores,
                                const std::string& workload = "unet3d_h100", const std::string& more = "") {
  return "schema: headrace/1\nname: a system\nplatform:\n  nodes: {clients: {count: 2, accelerators: " +
         std::to_string(accelerators) + ", cores: " + std::to_string(cores) +
         "}}\n  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 2}}}}\n"
         "jobs:\n  train:\n    dlio: workloads/" +
         workload + ".yaml\n    dlio_version: v1.0\n    overrides: [++workload.train.epochs=1" + more +
         "]\n    nodes: {group: clients, count: 1}\n    accelerators_per_node: 1\n    storage: scratch\n";
}

// Returns a row of so many H100s on both nodes.
inline MeasuredRow small_row(std::int64_t accelerators, std::int64_t cores) {
  MeasuredRow row;
  row.system = "A";
  row.workload = "unet3d";
  row.accelerator = "H100";
  row.hosts = 2;
  row.accelerators = accelerators;
  row.cores_per_host = cores;
  row.batch_size = 7;
  row.computation_seconds = 0.323;
  row.samples_per_second = 40;
  row.scenario = "system.yaml";
  return row;
}

}  // namespace headrace
